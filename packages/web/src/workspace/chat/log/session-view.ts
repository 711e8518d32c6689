import type { Row, UserRow } from "./row.ts";

/** A turn that was accepted and has not begun, with what was said in it. */
export interface WaitingTurn {
  readonly turnId: string;
  readonly at: string;
  readonly messages: readonly UserRow[];
}

/** The turn that has begun and not ended, as far as it was read. */
export interface RunningTurn {
  readonly turnId: string;
  /** Null: its start is before what was read of the log. */
  readonly startedAt: string | null;
  readonly model: string | null;
  /** The responses that were counted, by their message. */
  readonly steps: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null: there was none with a known price. */
  readonly costUsd: number | null;
  /** Before when the model is asked again; null: it is no matter of that now. */
  readonly retryAt: number | null;
}

/** A piece of a response that is being made. */
export interface LiveItem {
  readonly id: string;
  readonly turnId: string;
  readonly kind: "message" | "reasoning" | "tool_call";
  readonly text: string;
  readonly at: string;
  /** The connection was lost since: whether it goes on is not known. */
  readonly isStale: boolean;
}

/** What is shown of a session: a function of a run of its events without a gap, and of the pieces that came after. */
export interface SessionView {
  /** The `seq` of the first and the last event that was read; 0: none. */
  readonly from: number;
  readonly through: number;
  /** No turn had begun and not ended when this event was written: what stands before it may be of turns of another session. */
  readonly settled: number;
  readonly order: readonly string[];
  readonly rows: ReadonlyMap<string, Row>;
  /** In the order in which they will begin. */
  readonly waiting: readonly WaitingTurn[];
  readonly running: RunningTurn | null;
  /** The row of a call, by turn and call. */
  readonly calls: ReadonlyMap<string, string>;
  /** The row of a request that is open. */
  readonly open: ReadonlyMap<string, string>;
  /** In the order in which they began; the row of each has the same id. */
  readonly live: readonly LiveItem[];
}

export const emptyView: SessionView = {
  from: 0,
  through: 0,
  settled: 0,
  order: [],
  rows: new Map(),
  waiting: [],
  running: null,
  calls: new Map(),
  open: new Map(),
  live: [],
};
