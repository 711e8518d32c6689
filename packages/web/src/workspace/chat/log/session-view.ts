import type { Actor, Row, UserRow } from "./row.ts";

/** A turn that was accepted and has not started, with its messages. */
export interface QueuedTurn {
  readonly turnId: string;
  readonly at: string;
  readonly by: UserRow["by"];
  readonly metadata: UserRow["metadata"];
  readonly messages: readonly UserRow[];
}

/** The running turn, as far as its events were read. */
export interface RunningTurn {
  readonly turnId: string;
  /** Null if the start is before the events that were read. */
  readonly startedAt: string | null;
  readonly model: string | null;
  /** The messages whose usage is included. */
  readonly steps: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null if no price is known. */
  readonly costUsd: number | null;
  /** The time of the next attempt after a model error, in milliseconds. */
  readonly retryAt: number | null;
}

/** An item of the response in progress. */
export interface LiveItem {
  readonly id: string;
  readonly turnId: string;
  readonly kind: "message" | "reasoning" | "tool_call";
  readonly text: string;
  readonly at: string;
  /** The connection was lost since, so the item may not continue. */
  readonly isStale: boolean;
}

/** The end of what a running call has written. `start` counts the UTF-16 units before it. */
export interface CallOutput {
  readonly start: number;
  readonly text: string;
}

/** A rewind that restores files and has not ended. */
export interface RunningRewind {
  readonly at: string;
  readonly by: Actor | null;
}

/** The transcript and state of a session, derived from consecutive events and the deltas after them. */
export interface SessionView {
  /** The `seq` of the first and last event that was read; 0 for none. */
  readonly from: number;
  readonly through: number;
  /** No turn was active at this event. In a fork, the events before it may belong to a turn of the original session. */
  readonly settled: number;
  readonly order: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
  /** In the order in which they will start. */
  readonly queue: readonly QueuedTurn[];
  readonly running: RunningTurn | null;
  readonly rewinding: RunningRewind | null;
  /** The snapshots that rewinds took first. A rewind to one of them undoes a rewind. */
  readonly safetySnapshots: ReadonlySet<string>;
  /** The row of a call, by turn and call. */
  readonly calls: ReadonlyMap<string, string>;
  /** The row of a request that is open. */
  readonly open: ReadonlyMap<string, string>;
  /** In order. The row of each has the same id. */
  readonly live: readonly LiveItem[];
  /** By the row of the call. */
  readonly outputs: ReadonlyMap<string, CallOutput>;
}

/** Whether a turn runs or waits. */
export function isBusy({ running, queue }: SessionView): boolean {
  return running !== null || queue.length > 0;
}

export const emptyView: SessionView = {
  from: 0,
  through: 0,
  settled: 0,
  order: [],
  rows: new Map(),
  queue: [],
  running: null,
  rewinding: null,
  safetySnapshots: new Set(),
  calls: new Map(),
  open: new Map(),
  live: [],
  outputs: new Map(),
};
