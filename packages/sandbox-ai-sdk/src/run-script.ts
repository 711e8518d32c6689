import { DomainError } from "@workspace-agent/core";
import { sandboxUnavailable } from "@workspace-agent/core/ports";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";

/** Runs a script that has to succeed, and returns its output. Throws `sandbox_unavailable`. */
export async function runScript(session: AiSdkSandboxSession, command: string): Promise<string> {
  const { exitCode, stdout } = await unlessUnavailable(() => session.run({ command }));
  if (exitCode === 0) return stdout;
  throw sandboxUnavailable("The files of the sandbox could not be synchronized.");
}

/** Whether an error is one of the sandbox itself, hidden by `unlessUnavailable`. */
export function hasNotAnswered(error: unknown): error is DomainError {
  return DomainError.isInstance(error) && error.code === "sandbox_unavailable" && error.cause !== undefined;
}

/** Hides the error of a sandbox from callers, since it may contain anything. The host gets it as the cause. */
export async function unlessUnavailable<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (DomainError.isInstance(cause)) throw cause;
    throw sandboxUnavailable("The sandbox does not answer.", { cause });
  }
}
