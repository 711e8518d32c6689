import { DomainError } from "../domain/errors/domain-error.ts";
import { hostFailure } from "../domain/errors/host-failure.ts";
import type { Clock } from "../ports/clock.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import type { Logger } from "../ports/logger.ts";
import type { SessionRun } from "./session-run.ts";

/** How long the store is left alone before it is asked again: a run that meets the same at once would otherwise be repeated without a pause. */
const PAUSE_MS = 500;
/** The same of a disk that is full or fails: what met it is tried again by the next run. */
const DISK_PAUSE_MS = 5_000;

/**
 * The store, or the host's disk, could not be used just now; whether a commit that was under way was done, nobody knows. Stores and volumes
 * say so by `overloaded`: the same code of a system in what a command or a tool throws tells nothing of this host's disk.
 */
export function isStoreUnavailable(error: unknown): boolean {
  return DomainError.isInstance(error) && error.code === "overloaded";
}

/**
 * Releases a session as soon as the store is back, so that a run that starts again reads what was written: no turn ends, and no attempt is
 * lost, for the store's sake. Gives up when the lease may be another's, `signal` aborts, or it fails otherwise; whether it was released.
 */
export async function releaseOnRecovery(
  run: SessionRun,
  {
    clock,
    logger,
    random,
    signal,
    error: because,
  }: {
    readonly clock: Clock;
    readonly logger: Logger;
    readonly random: () => number;
    readonly signal: AbortSignal;
    readonly error: unknown;
  },
): Promise<boolean> {
  for (let pauseMs = hostFailure(because) === null ? PAUSE_MS : DISK_PAUSE_MS; ; pauseMs = PAUSE_MS) {
    await clock.sleep(pauseMs * (0.5 + random() / 2), signal);
    if (!run.mayHold) return false;
    try {
      await run.release();
      return true;
    } catch (error) {
      // Where the commit of an earlier call was done after all, the lease is gone too.
      if (LeaseLost.isInstance(error)) return false;
      if (!isStoreUnavailable(error)) {
        logger.error({ error, session_id: run.lease.session_id }, "a session could not be released");
        return false;
      }
    }
    if (signal.aborted) return false;
  }
}
