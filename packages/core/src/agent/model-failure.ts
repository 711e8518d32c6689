import type { ModelError, ModelErrorKind } from "../ports/model.ts";
import type { TurnError } from "../domain/sessions/turn.ts";

const REASONS: Readonly<Record<ModelErrorKind, string>> = {
  auth: "The model's provider refused the credentials of this host",
  rate_limited: "The model's provider allows no more calls at present",
  overloaded: "The model's provider is overloaded",
  context_overflow: "The conversation does not fit the model's context window",
  invalid_request: "The model's provider did not take the request",
  network: "The model's provider could not be reached",
  truncated: "The model's answers broke off",
  unknown: "The model's provider failed",
};

function reasonOf({ kind }: ModelError, isCompacting: boolean): string {
  if (kind !== "context_overflow") return REASONS[kind];
  return `${REASONS[kind]}, and ${isCompacting ? "could not be compacted further" : "compaction is switched off"}`;
}

/** A model's failure as the error of a turn: its meaning, followed by the provider's message. */
export function toModelTurnError(error: ModelError, isCompacting: boolean): TurnError {
  const words = error.message.trim();
  const reason = reasonOf(error, isCompacting);
  return { code: "model_unavailable", detail: words === "" ? `${reason}.` : `${reason}: ${words}` };
}
