import type { NewestFirst } from "@workspace-agent/core/ports";

/** Sorts after every id: where the first page begins. */
const AFTER_ALL = "~";

/** The parameters of a page, newest first: those of `where id < before … limit`. */
export function pageParameters({ limit, before }: NewestFirst): {
  readonly limit: number;
  readonly before: string;
} {
  return { limit, before: before ?? AFTER_ALL };
}
