import { describeVolumeContract } from "@workspace-agent/core/testing";
import { memoryObjects } from "./object-store.ts";
import { objectVolumes } from "./object-volumes.ts";

describeVolumeContract(
  "volumes of objects",
  () => {
    const objects = memoryObjects();
    const open = () => objectVolumes(objects, "test-bucket");
    return { provider: open(), reopen: open, another: open };
  },
  { parts: ["quota", "sealed"] },
);
