import type { BatchResult } from "@workspace-agent/client";
import { visibleText } from "../../workspace/chat/text/visible-text.ts";
import { FILTERS, type Filter, type ResultStatus } from "../filters.ts";

/** A result as the table shows it: without hidden characters, and shortened, since thousands are held. */
export interface ResultRow {
  /** Its place among the results, from 0. */
  readonly position: number;
  readonly key: string;
  readonly status: ResultStatus;
  readonly text: string;
  /** Whether the text is the output as JSON. */
  readonly isOutput: boolean;
  readonly error: string | null;
  readonly session: { readonly workspaceId: string; readonly sessionId: string } | null;
}

const MOST_CHARACTERS = 240;

function shortened(text: string): string {
  const line = text
    .slice(0, 4 * MOST_CHARACTERS)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= MOST_CHARACTERS && text.length <= 4 * MOST_CHARACTERS) return visibleText(line);
  // Half of a character would be shown as a replacement character.
  return `${visibleText(line.slice(0, MOST_CHARACTERS).replace(/[\uD800-\uDBFF]$/, ""))}…`;
}

export function rowOf(result: BatchResult, position: number): ResultRow {
  const { key, status, output, final_message: message, workspace_id, session_id, error } = result;
  const isOutput = output !== undefined;
  return {
    position,
    key: visibleText(key),
    status,
    text: shortened(isOutput ? JSON.stringify(output) : (message ?? "")),
    isOutput,
    error: error === null ? null : shortened(error.detail),
    session:
      workspace_id === null || session_id === null
        ? null
        : { workspaceId: workspace_id, sessionId: session_id },
  };
}

/** The newest results of each filter, oldest first, and how many came of each. */
export interface ResultLog {
  readonly rows: Readonly<Record<Filter, readonly ResultRow[]>>;
  readonly counts: Readonly<Record<Filter, number>>;
}

/** How many results of each filter are held. */
export const MOST_ROWS = 2_000;

export const NO_RESULTS: ResultLog = {
  rows: { all: [], succeeded: [], failed: [], cancelled: [] },
  counts: { all: 0, succeeded: 0, failed: 0, cancelled: 0 },
};

export function withResults(log: ResultLog, added: readonly ResultRow[]): ResultLog {
  const rows = { ...log.rows };
  const counts = { ...log.counts };
  for (const filter of FILTERS) {
    const matching = filter === "all" ? added : added.filter(({ status }) => status === filter);
    counts[filter] += matching.length;
    if (matching.length > 0) rows[filter] = [...rows[filter], ...matching].slice(-MOST_ROWS);
  }
  return { rows, counts };
}
