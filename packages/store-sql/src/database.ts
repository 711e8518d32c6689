import type { ColumnType, Kysely } from "kysely";
import type { SessionStatus, WorkspaceStatus } from "@workspace-agent/core";

/** A whole number. Some drivers give 64 bits as text: read it with `Number`. */
export type Integer = ColumnType<number | string, number, number>;
export type NullableInteger = ColumnType<number | string | null, number | null, number | null>;

/** A JSON document, as text: every character survives, NUL and lone surrogates too. */
export type Json = string;

export interface WorkspaceTable {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  /** `name` in lower case: what a search looks at. */
  readonly search_name: string;
  readonly status: WorkspaceStatus;
  readonly template: string | null;
  readonly labels: Json;
  readonly config: Json;
  readonly config_version: Integer;
  readonly placement: string;
  readonly created_at: Integer;
  readonly updated_at: Integer;
}

export interface SessionTable {
  readonly id: string;
  readonly tenant: string;
  readonly workspace_id: string;
  readonly placement: string;
  readonly status: SessionStatus;
  readonly next_seq: Integer;
  readonly owner: string | null;
  readonly epoch: Integer;
  readonly lease_until: Integer;
  readonly attempts: Integer;
  readonly interrupt_turn_id: string | null;
  /** From when on it may be claimed, the order of claims; null while there is nothing to run. */
  readonly claimable_at: NullableInteger;
  /** Name, parent and state. */
  readonly data: Json;
}

export interface TurnTable {
  readonly tenant: string;
  readonly session_id: string;
  readonly id: string;
  readonly data: Json;
}

export interface EventTable {
  readonly tenant: string;
  readonly session_id: string;
  readonly seq: Integer;
  readonly data: Json;
}

export interface MessageTable {
  readonly tenant: string;
  readonly session_id: string;
  readonly seq: Integer;
  readonly turn_id: string;
  readonly data: Json;
}

export interface ServiceTokenTable {
  readonly id: string;
  readonly tenant: string;
  readonly hash: string;
  readonly last_used_at: NullableInteger;
  /** All but the columns beside it. */
  readonly data: Json;
}

export interface BrowserSessionTable {
  readonly hash: string;
  readonly tenant: string;
  readonly user_id: string;
  readonly expires_at: Integer;
}

export interface SignInCodeTable {
  readonly hash: string;
  readonly expires_at: Integer;
}

export interface IdempotencyTable {
  readonly tenant: string;
  readonly id: string;
  readonly fingerprint: string;
  readonly answer: string | null;
  readonly created_at: Integer;
}

/** One row, written to see whether writing works. */
export interface WriteCheckTable {
  readonly id: Integer;
  readonly checks: Integer;
}

export interface Database {
  readonly workspaces: WorkspaceTable;
  readonly sessions: SessionTable;
  readonly turns: TurnTable;
  readonly events: EventTable;
  readonly messages: MessageTable;
  readonly service_tokens: ServiceTokenTable;
  readonly browser_sessions: BrowserSessionTable;
  readonly sign_in_codes: SignInCodeTable;
  readonly idempotency_records: IdempotencyTable;
  readonly write_checks: WriteCheckTable;
}

export type Db = Kysely<Database>;
