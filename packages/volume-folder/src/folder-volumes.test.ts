import { describeVolumeContract } from "@workspace-agent/core/testing";
import { procAccess } from "./directories/proc-access.ts";
import { realPathAccess } from "./directories/real-path-access.ts";
import { volumesThrough } from "./volumes-through.test-support.ts";

describeVolumeContract("folder", () => volumesThrough(procAccess, false));
describeVolumeContract("folder, without /proc", () => volumesThrough(realPathAccess, false));
