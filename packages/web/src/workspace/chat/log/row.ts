import type { PendingRequest, Schemas, Turn } from "@workspace-agent/client";

export type ImagePart = Schemas["ImagePart"];
export type ToolCallPart = Schemas["ToolCallPart"];
export type ToolResultPart = Schemas["ToolResultPart"];
type RequestOutcome = Schemas["RequestOutcome"];
type AnsweredBy = Schemas["AnsweredBy"];
type RequestAnswers = Schemas["RequestAnswers"];
type SessionStarted = Schemas["SessionStarted"];
type ContextCompacted = Schemas["ContextCompacted"];

/** What people were asked about a call, and what came of it; null: it is open. */
export interface Asked {
  readonly request: PendingRequest;
  readonly resolution: {
    readonly outcome: RequestOutcome;
    readonly note: string | null;
    readonly answers: RequestAnswers | null;
    /** Null: nobody answered, or an older version did not write down who. */
    readonly by: AnsweredBy | null;
  } | null;
}

interface Placed {
  /** Of the item, or made of the event's `seq`: the same each time the log is read. */
  readonly id: string;
  readonly at: string;
}

interface OfTurn extends Placed {
  readonly turnId: string;
}

interface OfMessage extends OfTurn {
  readonly messageId: string;
}

export interface OriginRow extends Placed {
  readonly kind: "origin";
  readonly forkedFrom: NonNullable<SessionStarted["forked_from"]> | null;
  readonly parent: NonNullable<SessionStarted["parent"]> | null;
}

export interface UserRow extends OfMessage {
  readonly kind: "user";
  readonly text: string;
  readonly images: readonly ImagePart[];
  /** It joined a turn that ran. */
  readonly isSteering: boolean;
}

/** The agent's words or its thoughts; `isFailed`: of a response that broke off and is not shown to the model. */
export interface WordsRow extends OfMessage {
  readonly kind: "text" | "reasoning";
  readonly text: string;
  readonly isFailed: boolean;
}

export interface CallRow extends OfMessage {
  readonly kind: "call";
  /** Null: the call stands before what was read of the log. */
  readonly call: ToolCallPart | null;
  readonly name: string;
  readonly isFailed: boolean;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly result: ToolResultPart | null;
  readonly childSessionId: string | null;
  readonly asked: readonly Asked[];
}

/** A line of the service: for the model (`user`), or why a turn stopped (`assistant`). */
export interface NoteRow extends OfMessage {
  readonly kind: "note";
  readonly text: string;
  readonly isForModel: boolean;
}

export interface CompactedRow extends OfTurn {
  readonly kind: "compacted";
  readonly event: ContextCompacted;
}

export interface RetryRow extends OfTurn {
  readonly kind: "retry";
  readonly attempt: number;
  readonly delayMs: number;
  readonly reason: string;
}

export interface EndRow extends OfTurn {
  readonly kind: "end";
  readonly turn: Turn;
}

/** One thing of a transcript, as it is shown. */
export type Row = OriginRow | UserRow | WordsRow | CallRow | NoteRow | CompactedRow | RetryRow | EndRow;
