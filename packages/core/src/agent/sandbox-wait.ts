import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import { DomainError } from "../errors/domain-error.ts";
import { sandboxLossOf } from "../ports/sandbox-loss.ts";
import { failure, type ToolOutcome } from "./tool.ts";

/** How long a call waits for a sandbox that is away; longer is for people to look at. */
export const SANDBOX_WAIT_MS = 600_000;
const PAUSE_MS = 2_000;

/** The outcome of a call whose sandbox went away while it ran. */
export function cutOff(error: unknown): ToolOutcome {
  const detail = DomainError.isInstance(error) ? ` ${error.detail}` : "";
  return failure(
    `The call was cut off: what it has done is unknown.${detail} The sandbox is made again for the next call.`,
  );
}

export interface SandboxWaitPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly random: () => number;
}

/** Does a call, and does it again where nothing of it was started since the sandbox is away: a turn waits for that as it does for the store. */
export async function onceSandboxIsBack<T>(
  call: () => Promise<T>,
  { clock, logger, random }: SandboxWaitPorts,
  signal: AbortSignal,
): Promise<T> {
  let since: number | null = null;
  for (;;) {
    try {
      const done = await call();
      if (since !== null) logger.info({}, "the sandbox is back: the call went on");
      return done;
    } catch (error) {
      if (sandboxLossOf(error) !== "not_started") throw error;
      if (since === null) logger.warn({ error }, "the sandbox is away: a call waits for it");
      since ??= clock.monotonic();
      if (signal.aborted || clock.monotonic() - since >= SANDBOX_WAIT_MS) throw error;
    }
    await clock.sleep(PAUSE_MS * (0.5 + random() / 2), signal);
  }
}
