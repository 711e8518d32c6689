import type { ModelError } from "../ports/model.ts";
import type { TurnError } from "../domain/sessions/turn.ts";

function reasonOf({ kind }: ModelError, isCompacting: boolean): string {
  switch (kind) {
    case "auth":
      return "The model's provider refused the credentials of this host";
    case "rate_limited":
      return "The model's provider allows no more calls at present";
    case "overloaded":
      return "The model's provider is overloaded";
    case "context_overflow":
      return isCompacting
        ? "The conversation does not fit the model's context window, and could not be compacted further"
        : "The conversation does not fit the model's context window, and compaction is switched off";
    case "invalid_request":
      return "The model's provider did not take the request";
    case "network":
      return "The model's provider could not be reached";
    case "truncated":
      return "The model's answers broke off";
    case "unknown":
      return "The model's provider failed";
  }
}

/** A model's failure as the error of a turn: its meaning, followed by the provider's message. */
export function toModelTurnError(error: ModelError, isCompacting: boolean): TurnError {
  const words = error.message.trim();
  const reason = reasonOf(error, isCompacting);
  return { code: "model_unavailable", detail: words === "" ? `${reason}.` : `${reason}: ${words}` };
}
