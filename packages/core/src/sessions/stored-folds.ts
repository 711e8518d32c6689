import type { LogFold } from "./log-fold.ts";

/** A shorter log is read within a few slices. */
const LEAST_EVENTS = 1_000;
/** The most that is stored of all sessions together: some 4 bytes a token. */
const MOST_TOKENS = 2_000_000;
const MOST_SESSIONS = 32;

/**
 * The folds of long sessions whose turns have ended here, so that the next turn reads what is new alone. A log only grows, so a fold stays
 * true whoever appends meanwhile. Those that were used last are stored, up to a bound.
 */
export class StoredFolds {
  private readonly folds = new Map<string, LogFold>();

  /** The fold is the caller's from now on. */
  take(sessionId: string): LogFold | undefined {
    const fold = this.folds.get(sessionId);
    this.folds.delete(sessionId);
    return fold;
  }

  /** For a fold to which nobody applies anything any more, and of durable events alone. */
  store(sessionId: string, fold: LogFold): void {
    if (fold.through < LEAST_EVENTS) return;
    this.folds.delete(sessionId);
    this.folds.set(sessionId, fold);
    let tokens = 0;
    let sessions = 0;
    for (const [id, { prompt }] of [...this.folds].toReversed()) {
      tokens += prompt.tokens(0);
      sessions += 1;
      if (tokens > MOST_TOKENS || sessions > MOST_SESSIONS) this.folds.delete(id);
    }
  }
}
