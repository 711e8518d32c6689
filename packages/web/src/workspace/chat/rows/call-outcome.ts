import type { CallRow } from "../log/row.ts";

/** The outcome of a call, or null if there is none yet. */
type CallOutcome = "done" | "failed" | "denied" | "not_run" | "waiting" | null;

/** The only sign of a denied call in its result. */
const NOT_ALLOWED = "The workspace's permissions do not allow this call.";
/** The note for the model about the rest of a long output, for which users have a button. */
const FULL_OUTPUT_NOTE =
  /\n?\[the (?:whole output is|first 16 MiB of the output are) in \S+: read or grep it\]$/;
const EMPTY = "[no output]";

/** The outcome of a call that a user did not allow. */
function denialOf({ asked }: CallRow): "denied" | "not_run" | null {
  for (const { request, resolution } of asked) {
    if (request.kind !== "approval") continue;
    if (resolution?.outcome === "deny" || resolution?.outcome === "expired") return "denied";
    if (resolution?.outcome === "cancelled") return "not_run";
  }
  return null;
}

/** Whether the permissions of the workspace deny a call. */
export function isForbidden({ result }: CallRow): boolean {
  return result?.is_error === true && result.output.startsWith(NOT_ALLOWED);
}

export function outcomeOf(row: CallRow): CallOutcome {
  const { result, asked, isFailed } = row;
  const denial = denialOf(row);
  if (denial !== null) return denial;
  if (result?.is_error === true) return isForbidden(row) ? "denied" : "failed";
  if (result !== null) return "done";
  if (asked.some(({ resolution }) => resolution === null)) return "waiting";
  return isFailed ? "not_run" : null;
}

/** The output without notes for the model; empty if the card already shows the outcome. */
export function visibleOutput(row: CallRow): string {
  const { result } = row;
  if (result === null || result.output === EMPTY) return "";
  if (denialOf(row) !== null || isForbidden(row)) return "";
  return result.output.replace(FULL_OUTPUT_NOTE, "");
}
