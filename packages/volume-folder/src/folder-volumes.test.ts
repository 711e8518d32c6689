import { describeVolumeContract } from "@workspace-agent/core/testing";
import { procAccess } from "./directories/proc-access.ts";
import { volumesThrough } from "./volumes-through.test-support.ts";

describeVolumeContract("folder", () => volumesThrough(procAccess, false));
