import { DomainError } from "../domain/errors/domain-error.ts";
import type { TurnError } from "../domain/sessions/turn.ts";

/** A failure that no tool can fix, as the turn's error. */
export function toTurnError(error: unknown): TurnError {
  return DomainError.isInstance(error)
    ? { code: error.code, detail: error.detail }
    : { code: "internal", detail: "The service failed." };
}
