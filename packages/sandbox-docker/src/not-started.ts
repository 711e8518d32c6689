import { DomainError, sandboxLossOf, sandboxLost } from "@workspace-agent/core";

/** What a container lost while it was made, or looked at, is nothing of the command that it is for. */
export function notStarted(error: unknown): unknown {
  if (!DomainError.isInstance(error)) return error;
  const isLost = sandboxLossOf(error) !== null || error.extra?.["reason"] === "absent";
  return isLost ? sandboxLost("not_started", error.detail, error) : error;
}
