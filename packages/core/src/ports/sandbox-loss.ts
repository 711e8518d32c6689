import { DomainError, type DomainErrorOptions } from "../domain/errors/domain-error.ts";

/**
 * How a sandbox fails through no fault of a command, so that the same may succeed later without a change. `not_started`: nothing of the command has
 * run, nor will. `cut_off`: it ran, and what it has done is unknown; what it left is ended before the next command.
 */
export type SandboxLoss = "not_started" | "cut_off";

const RETRY_AFTER_S = 5;
const MEMBER = "sandbox";

/** `sandbox_unavailable` of a sandbox that cannot do what is asked, now or later. */
export function sandboxUnavailable(detail: string, options?: DomainErrorOptions): DomainError {
  return new DomainError("sandbox_unavailable", detail, options);
}

/** `sandbox_unavailable` of an engine that does not answer just now, or of a place that has ended and is made again for the next command. */
export function sandboxLost(loss: SandboxLoss, detail: string, cause?: unknown): DomainError {
  return sandboxUnavailable(detail, { cause, retryAfter: RETRY_AFTER_S, extra: { [MEMBER]: loss } });
}

/** Null: it is no such error, and a turn cannot go on from it. */
export function sandboxLossOf(error: unknown): SandboxLoss | null {
  if (!DomainError.isInstance(error) || error.code !== "sandbox_unavailable") return null;
  const loss = error.extra?.[MEMBER];
  return loss === "not_started" || loss === "cut_off" ? loss : null;
}
