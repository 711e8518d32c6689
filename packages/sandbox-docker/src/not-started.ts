import { DomainError } from "@workspace-agent/core";
import { sandboxLossOf, sandboxLost } from "@workspace-agent/core/ports";

/** What a container lost while it was made, or looked at, is nothing of the command that it is for. */
export async function beforeCommand<T>(made: Promise<T>): Promise<T> {
  return made.catch((error: unknown) => {
    if (!DomainError.isInstance(error)) throw error;
    const isLost = sandboxLossOf(error) !== null || error.extra?.["reason"] === "absent";
    throw isLost ? sandboxLost("not_started", error.detail, error) : error;
  });
}
