import type { OldestFirst } from "./store.ts";

/** What a session appended to its log: its events from `first_seq` to `last_seq`, at one position of the feed. */
export interface FeedEntry {
  /** 1, 2, 3 … */
  readonly position: number;
  readonly tenant: string;
  readonly workspace_id: string;
  readonly session_id: string;
  readonly first_seq: number;
  readonly last_seq: number;
}

/**
 * The order of the events of all sessions, of any tenant. Only those who read it write it: an append to a log does nothing for it and
 * waits for nothing, so it costs nothing while nobody reads.
 */
export interface EventFeedRepository {
  /**
   * Adds an entry for each of these sessions, or of all (null), that has events which no entry has yet, at the next positions. At most
   * `limit` entries. Returns whether more may be left. Calls run one after another, on all instances together, until they are
   * committed: whoever sees an entry sees all before it, and none comes before it later.
   */
  collect(sessionIds: readonly string[] | null, limit: number): Promise<boolean>;
  /** The entries after a position, in order. Some may be of deleted sessions. */
  page(page: OldestFirst): Promise<readonly FeedEntry[]>;
  /** The last position; 0 without entries. Positions are never used again. */
  head(): Promise<number>;
  /** Removes what is left of deleted sessions. */
  sweep(): Promise<void>;
}
