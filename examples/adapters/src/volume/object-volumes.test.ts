import { memoryObjects } from "@workspace-agent/core/memory";
import { describeVolumeContract } from "@workspace-agent/core/testing";
import { memoryHeads } from "./heads.ts";
import { objectVolumes } from "./object-volumes.ts";

describeVolumeContract(
  "volumes of objects",
  () => {
    const [objects, heads] = [memoryObjects(), memoryHeads()];
    const open = () => objectVolumes(objects, heads, "test-bucket");
    return { provider: open(), reopen: open, another: open };
  },
  { parts: ["quota", "sealed"] },
);
