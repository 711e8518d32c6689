import type { BatchResult } from "@workspace-agent/client";

export type ResultStatus = BatchResult["status"];

/** Which results are shown. */
export const FILTERS = ["all", "succeeded", "failed", "cancelled"] as const satisfies readonly (
  "all" | ResultStatus
)[];
export type Filter = (typeof FILTERS)[number];
