import type { EventDraft } from "./event.ts";
import type { Message } from "./message.ts";
import { serviceItem } from "./service-item.ts";
import { STOP_REASONS, type StopReason, type TurnError } from "./turn.ts";

/** The final message of the service for a turn whose agent wrote none, or was stopped. */
export function finalMessageText(reason: StopReason, error: TurnError | null): string {
  switch (reason) {
    case "end_turn":
      return "The agent ended its turn without a closing word.";
    case "max_steps":
      return "Stopped: the turn reached its limit of steps.";
    case "max_time":
      return "Stopped: the turn reached its limit of time.";
    case "budget_reached":
      return "Stopped: the turn reached its budget of tokens or cost.";
    case "refused":
      return "The model refused to answer.";
    case "output_invalid":
      return `Stopped: the agent gave no valid output.${error === null ? "" : ` ${error.detail}`}`;
    case "stuck":
      return `Stopped: the agent was stuck.${error === null ? "" : ` ${error.detail}`}`;
    case "model_error":
    case "sandbox_error":
    case "crashed":
      return `Stopped by an error: ${error?.detail ?? "the turn could not go on."}`;
    case "interrupted":
      return "Stopped: the turn was interrupted.";
  }
}

/** The event with that message. */
export function finalMessage(
  turnId: string,
  reason: StopReason,
  error: TurnError | null,
  hasOutput = false,
): EventDraft {
  const text = hasOutput ? "The agent submitted its output." : finalMessageText(reason, error);
  const item = serviceItem(turnId, "assistant", text);
  return { type: "item.completed", turn_id: turnId, item };
}

/** Whether the agent ended the turn itself, so that its own message can be the final one. */
export function endsByItself(reason: StopReason): boolean {
  return STOP_REASONS[reason] === "completed" || reason === "output_invalid";
}

/** The final message of a turn, from its messages. */
export function finalMessageOf(messages: readonly Message[]): string {
  return messages.findLast(({ role, content }) => role === "assistant" && content !== "")?.content ?? "";
}
