import * as v from "valibot";
import { TimestampSchema } from "../wire.ts";
import { ForkOriginSchema, type ForkOrigin } from "./fork-origin.ts";
import { ParentSchema, type Parent } from "./parent.ts";
import { PendingRequestSchema, type PendingRequest } from "./request.ts";
import {
  SourceSchema,
  StopReasonSchema,
  TurnSchema,
  TurnStatsSchema,
  type Source,
  type StopReason,
  type Turn,
  type TurnRecord,
  type TurnStats,
} from "./turn.ts";

export const SessionStatusSchema = v.picklist(["idle", "queued", "running", "waiting"]);
export type SessionStatus = v.InferOutput<typeof SessionStatusSchema>;

export const SessionSchema = v.strictObject({
  id: v.string(),
  workspace_id: v.string(),
  name: v.nullable(v.string()),
  status: SessionStatusSchema,
  /** `status` for existing clients: `agent` while queued or running, `human` while waiting, else `idle`. */
  chat_status: v.picklist(["agent", "human", "idle"]),
  stop_reason: v.nullable(StopReasonSchema),
  source: SourceSchema,
  /** The start of the first message. */
  preview: v.string(),
  message_count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  created_at: TimestampSchema,
  last_active_at: TimestampSchema,
  /** The `seq` of the newest event of its log: whoever shows the end of a long one begins a few events before. */
  last_seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The newest turn that was accepted. */
  last_turn: v.nullable(TurnSchema),
  pending_requests: v.array(PendingRequestSchema),
  /** The call of another session that started this one; null for a conversation of its own. */
  parent: v.nullable(ParentSchema),
  /** The session that it goes on from; null where it began by itself, or was forked by an older version. */
  forked_from: v.nullable(ForkOriginSchema),
  /** Totals of its ended turns and the running one. */
  usage: TurnStatsSchema,
});
export type Session = v.InferOutput<typeof SessionSchema>;

/** What PATCH changes. */
export const UpdateSessionSchema = v.strictObject({
  /** Null: none. */
  name: v.nullable(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(128),
      v.regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters"),
    ),
  ),
});
export type UpdateSession = v.InferOutput<typeof UpdateSessionSchema>;

/** What POST …/fork takes. */
export const ForkSessionSchema = v.strictObject({
  at_message: v.optional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(64),
      v.description("The id of a message of the session: nothing after its step is copied. Absent: all."),
    ),
  ),
});
export type ForkSession = v.InferOutput<typeof ForkSessionSchema>;

/** What the log alone determines of a session. */
export interface SessionState {
  readonly status: SessionStatus;
  readonly stop_reason: StopReason | null;
  readonly source: Source;
  readonly preview: string;
  readonly message_count: number;
  /** Absent: it is no fork. */
  readonly forked_from?: ForkOrigin;
  readonly created_at: string;
  readonly last_active_at: string;
  /** The turn that was started and has not ended. */
  readonly current_turn: TurnRecord | null;
  /** The accepted turns that wait for their start, in order. */
  readonly queued_turns: readonly TurnRecord[];
  /** The newest turn that was accepted. */
  readonly last_turn: Turn | null;
  readonly pending_requests: readonly PendingRequest[];
  /** Totals of the ended turns; the running turn's are in `current_turn`. */
  readonly ended_usage: TurnStats;
}

/** Who may append as a session's runner. */
export interface Lease {
  readonly session_id: string;
  readonly owner: string;
  readonly epoch: number;
}

/** A session as the store keeps it: its projection, its log's next number, and its lease. */
export interface SessionRecord {
  readonly id: string;
  readonly tenant: string;
  readonly workspace_id: string;
  readonly placement: string;
  /** The principal whose message ended the session's last idle time: its turns count for that one. "" where it is not known. */
  readonly principal: string;
  readonly name: string | null;
  readonly parent: Parent | null;
  readonly state: SessionState;
  /** The seq that the next event gets. */
  readonly next_seq: number;
  /** The instance that runs the session, or null. Kept when its lease runs out, which is how a crash is told from a hand-over. */
  readonly owner: string | null;
  readonly epoch: number;
  /** When the lease ends, by the store's clock, in milliseconds; 0 without an owner. */
  readonly lease_until: number;
  /** Runs in a row that took the session over from one that had died, began to work, and died before they completed a step. */
  readonly attempts: number;
  /** The turn whose interrupt was asked for and not yet carried out. */
  readonly interrupt_turn_id: string | null;
  /** How many messages wait to join the running turn; never more than 0 without one. */
  readonly steering: number;
}

/** A session that a runner has just claimed. */
export interface ClaimedSession extends SessionRecord {
  /** Who had claimed it before and did not release it, or null. */
  readonly previous_owner: string | null;
}
