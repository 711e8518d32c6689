import type { CallRow } from "../log/row.ts";

/** What came of a call; null: nothing yet. */
export type CallOutcome = "done" | "failed" | "denied" | "not_run" | "waiting" | null;

/** How the service tells the model of a call that the config forbids; nothing else of the result says so. */
const NOT_ALLOWED = "The workspace's permissions do not allow this call.";
/** Where the model finds the rest of a long output: people have a button for it. */
const SPILLED = /\n?\[the (?:whole output is|first 16 MiB of the output are) in \S+: read or grep it\]$/;
const EMPTY = "[no output]";

/** What people said of a call, where that kept it from being run. */
function verdictOn({ asked }: CallRow): "denied" | "not_run" | null {
  for (const { request, resolution } of asked) {
    if (request.kind !== "approval") continue;
    if (resolution?.outcome === "deny" || resolution?.outcome === "expired") return "denied";
    if (resolution?.outcome === "cancelled") return "not_run";
  }
  return null;
}

/** Whether the permissions of the workspace keep a call from being run. */
export function isForbidden({ result }: CallRow): boolean {
  return result?.is_error === true && result.output.startsWith(NOT_ALLOWED);
}

export function outcomeOf(row: CallRow): CallOutcome {
  const { result, asked, isFailed } = row;
  const verdict = verdictOn(row);
  if (verdict !== null) return verdict;
  if (result?.is_error === true) return isForbidden(row) ? "denied" : "failed";
  if (result !== null) return "done";
  if (asked.some(({ resolution }) => resolution === null)) return "waiting";
  return isFailed ? "not_run" : null;
}

/** The output of a call without what is meant for the model alone; empty where the card says all of it. */
export function outputForPeople(row: CallRow): string {
  const { result } = row;
  if (result === null || result.output === EMPTY) return "";
  if (verdictOn(row) !== null || isForbidden(row)) return "";
  return result.output.replace(SPILLED, "");
}
