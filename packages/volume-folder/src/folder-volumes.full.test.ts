import { describeVolumeContract } from "@workspace-agent/core/testing";
import { procAccess } from "./directories/proc-access.ts";
import { realPathAccess } from "./directories/real-path-access.ts";
import { volumesThrough } from "./volumes-through.test-support.ts";

describeVolumeContract("folder that waits for the disk", () => volumesThrough(procAccess, true));
describeVolumeContract("folder that waits for the disk, without /proc", () =>
  volumesThrough(realPathAccess, true),
);
