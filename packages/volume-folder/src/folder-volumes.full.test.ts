import { describeVolumeContract } from "@workspace-agent/core/testing";
import { procAccess } from "./directories/proc-access.ts";
import { realPathAccess } from "./directories/real-path-access.ts";
import { volumesThrough } from "./volumes-through.test-support.ts";

const parts = ["quota", "staging", "sealed"] as const;

describeVolumeContract("durable folder", () => volumesThrough(procAccess, true), { parts });
describeVolumeContract("durable folder, without /proc", () => volumesThrough(realPathAccess, true), {
  parts,
});
