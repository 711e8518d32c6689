import type { BulkResult } from "@workspace-agent/client";
import type { Tone } from "../../ui/badge.tsx";
import { csvRow } from "../../ui/csv.ts";

export type ResultStatus = BulkResult["status"];

/** In the order in which they are shown. */
export const STATUSES = ["created", "updated", "unchanged", "deleted", "error"] as const;

export type Counts = Readonly<Record<ResultStatus, number>>;

export const NO_COUNTS: Counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, error: 0 };

export function addCounts(counts: Counts, results: readonly BulkResult[]): Counts {
  const next = { ...counts };
  for (const { status } of results) next[status] += 1;
  return next;
}

/** The name of a status after an import, and in a preview. */
export const STATUS_TEXTS: Readonly<
  Record<ResultStatus, { readonly done: string; readonly planned: string; readonly tone: Tone }>
> = {
  created: { done: "Created", planned: "New", tone: "good" },
  updated: { done: "Updated", planned: "Changed", tone: "busy" },
  unchanged: { done: "Unchanged", planned: "Unchanged", tone: "neutral" },
  deleted: { done: "Deleted", planned: "To delete", tone: "warn" },
  error: { done: "Failed", planned: "Refused", tone: "bad" },
};

/** Why an item failed, with each invalid field; or its warnings. */
export function reasonOf({ error, warnings = [] }: BulkResult): string {
  if (error === undefined) return warnings.join("; ");
  const fields = error.errors ?? [];
  if (fields.length === 0) return error.detail;
  return fields.map(({ pointer, detail }) => `${fieldOf(pointer)} ${detail}`).join("; ");
}

/** `#/labels/team` as `labels → team`. */
function fieldOf(pointer: string): string {
  const parts = pointer
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "");
  return parts.length === 0
    ? "The item"
    : parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")).join(" → ");
}

/** The results as CSV, with items numbered from 1. */
export function reportTable(results: readonly BulkResult[]): string {
  const rows = results.map((result) => [
    String(result.index + 1),
    result.name ?? "",
    result.status === "error" ? "failed" : result.status,
    result.version === undefined ? "" : String(result.version),
    result.error?.code ?? "",
    reasonOf(result),
  ]);
  return [["item", "name", "result", "version", "code", "reason"], ...rows].map(csvRow).join("");
}
