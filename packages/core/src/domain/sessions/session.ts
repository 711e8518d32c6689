import * as v from "valibot";
import { Count, MetadataSchema, shortText, TimestampSchema, type Metadata } from "../wire.ts";
import { ForkOriginSchema, type ForkOrigin } from "./fork-origin.ts";
import { ParentSchema, type Parent } from "./parent.ts";
import { PendingRequestSchema, type PendingRequest } from "./request.ts";
import type { RewindMark } from "./rewinds.ts";
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
  message_count: Count,
  created_at: TimestampSchema,
  last_active_at: TimestampSchema,
  /** The `seq` of the newest event. To show the end of a long log, start a few events before it. */
  last_seq: Count,
  /** The last accepted turn, unless it was withdrawn before the one before it ended. */
  last_turn: v.nullable(TurnSchema),
  pending_requests: v.array(PendingRequestSchema),
  /** The `task` call that started this session. Null if it is no subagent. */
  parent: v.nullable(ParentSchema),
  /** The session that was forked. Null if this is no fork, or one of an older version. */
  forked_from: v.nullable(ForkOriginSchema),
  /** The total of the ended turns and the running one. */
  usage: TurnStatsSchema,
  metadata: MetadataSchema,
});
export type Session = v.InferOutput<typeof SessionSchema>;

/** The body of PATCH. */
export const UpdateSessionSchema = v.strictObject({
  name: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(128),
        v.regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters"),
      ),
    ),
  ),
  /** Replaces all metadata. */
  metadata: v.optional(MetadataSchema),
});
export type UpdateSession = v.InferOutput<typeof UpdateSessionSchema>;

/** The body of POST …/fork. */
export const ForkSessionSchema = v.strictObject({
  at_message: v.optional(
    v.pipe(
      shortText(64),
      v.description("The id of a message. Nothing after its step is copied. Default: copy everything."),
    ),
  ),
});
export type ForkSession = v.InferOutput<typeof ForkSessionSchema>;

/** The part of a session that its log determines. */
export interface SessionState {
  readonly status: SessionStatus;
  readonly stop_reason: StopReason | null;
  readonly source: Source;
  readonly preview: string;
  readonly message_count: number;
  /** Absent if the session is no fork. */
  readonly forked_from?: ForkOrigin;
  readonly created_at: string;
  readonly last_active_at: string;
  /** The turn that was started and has not ended. */
  readonly current_turn: TurnRecord | null;
  /** The accepted turns that have not started, in order. */
  readonly queued_turns: readonly TurnRecord[];
  /** The last accepted turn, unless it was withdrawn before the one before it ended. */
  readonly last_turn: Turn | null;
  readonly pending_requests: readonly PendingRequest[];
  /** The total of the ended turns. The running turn's usage is in `current_turn`. */
  readonly ended_usage: TurnStats;
  /** The rewinds of the transcript, in order. Absent: none. */
  readonly rewinds?: readonly RewindMark[];
  /** A rewind of the files has begun and not ended: the session takes no turns. */
  readonly is_rewinding?: boolean;
}

/** Identifies the current runner of a session. */
export interface Lease {
  readonly session_id: string;
  readonly owner: string;
  readonly epoch: number;
}

/** A stored session: its state, the next number of its log, and its lease. */
export interface SessionRecord {
  readonly id: string;
  readonly tenant: string;
  readonly workspace_id: string;
  readonly placement: string;
  /** The principal whose message ended the last idle time. The turns count for it. "" if unknown. */
  readonly principal: string;
  readonly name: string | null;
  readonly metadata: Metadata;
  readonly parent: Parent | null;
  readonly state: SessionState;
  /** The seq of the next event. */
  readonly next_seq: number;
  /** The instance that runs the session, or null. Stays after the lease expires, which tells a crash from a hand-over. */
  readonly owner: string | null;
  readonly epoch: number;
  /** When the lease ends, by the store's clock, in milliseconds; 0 without an owner. */
  readonly lease_until: number;
  /** Consecutive runs that took the session over after a crash and died before they completed a step. */
  readonly attempts: number;
  /** The turn with a pending interrupt request. */
  readonly interrupt_turn_id: string | null;
  /** How many messages wait to join the running turn. 0 without a running turn. */
  readonly steering: number;
}

/** A session after a claim. */
export interface ClaimedSession extends SessionRecord {
  /** The previous owner if it did not release the session, or null. */
  readonly previous_owner: string | null;
}
