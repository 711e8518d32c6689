import type { PendingRequest, Schemas, Turn } from "@workspace-agent/client";

export type ImagePart = Schemas["ImagePart"];
/** A file of the workspace that a message refers to. */
export type Attachment = Pick<Schemas["AttachmentPart"], "path" | "size">;
export type ToolCallPart = Schemas["ToolCallPart"];
export type ToolResultPart = Schemas["ToolResultPart"];
type RequestOutcome = Schemas["RequestOutcome"];
export type Actor = NonNullable<Schemas["RequestResolved"]["by"]>;
type RequestAnswers = Schemas["RequestAnswers"];
type SessionStarted = Schemas["SessionStarted"];
type ContextCompacted = Schemas["ContextCompacted"];
type SessionRewound = Schemas["SessionRewound"];
type FilesRolledBack = Schemas["FilesRolledBack"];

/** A request about a tool call, and its resolution, which is null while it is open. */
export interface Asked {
  readonly request: PendingRequest;
  readonly resolution: {
    readonly outcome: RequestOutcome;
    readonly note: string | null;
    readonly answers: RequestAnswers | null;
    /** Null if nobody answered, or an older version did not record it. */
    readonly by: Actor | null;
  } | null;
}

interface BaseRow {
  /** The id of the item, or one derived from the `seq` of the event. */
  readonly id: string;
  readonly at: string;
}

interface OfTurn extends BaseRow {
  readonly turnId: string;
}

interface OfMessage extends OfTurn {
  readonly messageId: string;
}

export interface OriginRow extends BaseRow {
  readonly kind: "origin";
  readonly forkedFrom: NonNullable<SessionStarted["forked_from"]> | null;
  readonly parent: NonNullable<SessionStarted["parent"]> | null;
}

export interface UserRow extends OfMessage {
  readonly kind: "user";
  readonly text: string;
  readonly images: readonly ImagePart[];
  readonly attachments: readonly Attachment[];
  /** Whether it joined a running turn. */
  readonly isSteering: boolean;
  /** Whether a turn of this session began with it: false for the copies of a fork. */
  readonly startsTurn: boolean;
  /** Who sent it. Null for a message that joined a turn, and if an older version accepted it. */
  readonly by: Actor | null;
  /** Of its turn. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Text or reasoning of the agent. `isFailed` means that the response was interrupted, and the model does not see it. */
export interface TextRow extends OfMessage {
  readonly kind: "text" | "reasoning";
  readonly text: string;
  readonly isFailed: boolean;
}

export interface CallRow extends OfMessage {
  readonly kind: "call";
  /** Null if the call is before the events that were read. */
  readonly call: ToolCallPart | null;
  readonly name: string;
  readonly isFailed: boolean;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly result: ToolResultPart | null;
  readonly childSessionId: string | null;
  readonly asked: readonly Asked[];
}

/** A note of the server: for the model, or why a turn stopped. */
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

/** Where a rewind returned the session to an earlier state. */
export interface RewindRow extends BaseRow {
  readonly kind: "rewind";
  readonly event: SessionRewound;
}

/** Where a host was lost with files that were not published. */
export interface RollbackRow extends BaseRow {
  readonly kind: "rollback";
  readonly event: FilesRolledBack;
}

/** A row of the transcript. */
export type Row =
  | OriginRow
  | UserRow
  | TextRow
  | CallRow
  | NoteRow
  | CompactedRow
  | RetryRow
  | EndRow
  | RewindRow
  | RollbackRow;
