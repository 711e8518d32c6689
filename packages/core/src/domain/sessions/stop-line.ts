import type { StopReason, TurnError } from "./turn.ts";

/** The one line that a transcript ends with when the agent has no last word, or was stopped. */
export function stopLine(reason: StopReason, error: TurnError | null): string {
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

/** Whether the agent itself came to an end, so that its own last words are enough. */
export function isOwnEnd(reason: StopReason): boolean {
  switch (reason) {
    case "end_turn":
    case "refused":
    case "max_steps":
    case "max_time":
    case "budget_reached":
      return true;
    case "stuck":
    case "model_error":
    case "sandbox_error":
    case "crashed":
    case "interrupted":
      return false;
  }
}
