import type { Message } from "../../domain/sessions/message.ts";
import type { Turn } from "../../domain/sessions/turn.ts";
import { endsByItself, finalMessageText } from "../../domain/sessions/final-message.ts";
import { failure, type ToolOutcome } from "../tool.ts";

export const SUBAGENT_DELETED = "The subagent's session was deleted. What it did until then remains.";
const SUBAGENT_INTERRUPTED = "The subagent was interrupted. What it did until then remains.";
export const NO_SUBAGENT =
  "No subagent was started: the rest of this turn's limits is not enough for one. Sum up, or do the rest yourself.";

/** The last message of the agent itself, or "". `fromService`: the final message that the service may have added. */
function finalMessageOf(messages: readonly Message[], fromService: string): string {
  const said = messages.findLast(
    ({ role, content }) => role === "assistant" && content.trim() !== "" && !content.startsWith(fromService),
  );
  return said?.content ?? "";
}

/** The outcome of a `task` call whose subagent has ended. */
export function reportOf(turn: Turn, messages: readonly Message[]): ToolOutcome {
  const { stop_reason, error, session_id, stats, output: given } = turn;
  const reason = stop_reason ?? "crashed";
  const line = finalMessageText(reason, error);
  const subagent = { session_id, stop_reason, stats };
  if (given !== undefined) return { output: JSON.stringify(given), subagent };
  const text = finalMessageOf(messages, line);
  if (reason === "end_turn") return { output: text || "The subagent ended without a report.", subagent };
  if (endsByItself(reason) && reason !== "refused" && reason !== "output_invalid")
    return { output: [text, `[The subagent had to end: ${line}]`].filter(Boolean).join("\n\n"), subagent };
  const why = reason === "interrupted" ? SUBAGENT_INTERRUPTED : `The subagent failed. ${line}`;
  const problems = (error?.errors ?? []).map(({ pointer, detail }) => `\n- ${pointer}: ${detail}`).join("");
  const output = text === "" ? `${why}${problems}` : `${why}${problems}\nIts final message:\n${text}`;
  const isBroken = reason === "sandbox_error" && error !== null;
  return { ...failure(output), subagent, ...(isBroken && { turnError: error }) };
}
