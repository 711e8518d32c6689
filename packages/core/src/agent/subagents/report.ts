import type { Message } from "../../domain/sessions/message.ts";
import type { Turn } from "../../domain/sessions/turn.ts";
import { isOwnEnd, stopLine } from "../../domain/sessions/stop-line.ts";
import { failure, type ToolOutcome } from "../tool.ts";

export const SUBAGENT_DELETED = "The subagent's session was deleted. What it had done until then stays.";
export const SUBAGENT_INTERRUPTED = "The subagent was interrupted. What it had done until then stays.";
export const NO_SUBAGENT =
  "No subagent was started: what is left of this turn's limits is not enough for one. Sum up, or do the rest yourself.";

/** The last thing that the agent itself said; what the service put in its place is none. */
function lastWords(messages: readonly Message[], line: string): string {
  const said = messages.findLast(
    ({ role, content }) => role === "assistant" && content.trim() !== "" && !content.startsWith(line),
  );
  return said?.content ?? "";
}

/** What a call gives of a subagent's turn that has ended. */
export function reportOf({ id, ...turn }: Turn, messages: readonly Message[]): ToolOutcome {
  const { stop_reason, error, session_id, stats } = turn;
  const reason = stop_reason ?? "crashed";
  const line = stopLine(reason, error);
  const words = lastWords(messages, line);
  const subagent = { session_id, stop_reason, stats };
  if (reason === "end_turn") return { output: words || "The subagent ended without a report.", subagent };
  if (isOwnEnd(reason) && reason !== "refused")
    return { output: [words, `[The subagent had to end: ${line}]`].filter(Boolean).join("\n\n"), subagent };
  const why = reason === "interrupted" ? SUBAGENT_INTERRUPTED : `The subagent failed. ${line}`;
  const output = words === "" ? why : `${why}\nIts last words:\n${words}`;
  const isBroken = reason === "sandbox_error" && error !== null;
  return { ...failure(output), subagent, ...(isBroken && { turnError: error }) };
}
