import type { Kysely } from "kysely";
import type { LibraryKind } from "@workspace-agent/core/ports";
import type { SessionStatus, WorkspaceStatus } from "@workspace-agent/core/schemas";
import type { Integer, Json, NullableInteger } from "./column-types.ts";
import type { BatchItemTable, BatchTable } from "./batch-tables.ts";
import type { ScheduleRunTable, ScheduleTable } from "./schedule-tables.ts";
import type { SessionTreesTable, SnapshotTable } from "./snapshot-table.ts";
import type { WorkingCopyTable } from "./working-copy-table.ts";
import type { FeedEntryTable, FeedHeadTable, FeedSessionTable } from "./feed-tables.ts";

export interface WorkspaceTable {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  /** `name` in lower case: what a search looks at. */
  readonly search_name: string;
  readonly status: WorkspaceStatus;
  readonly template: string | null;
  readonly owner: string | null;
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
  readonly principal: string;
  /** `deleted`: being deleted, and seen by nobody. */
  readonly status: SessionStatus | "deleted";
  readonly next_seq: Integer;
  readonly owner: string | null;
  readonly epoch: Integer;
  readonly lease_until: Integer;
  readonly attempts: Integer;
  readonly interrupt_turn_id: string | null;
  /** From when on it may be claimed, the order of claims; null while there is nothing to run. */
  readonly claimable_at: NullableInteger;
  /** Name, parent, state, and how many messages wait to join the running turn. */
  readonly data: Json;
}

export interface InstanceTable {
  readonly id: string;
  readonly placement: string;
  /** By the store's clock. */
  readonly alive_until: Integer;
}

/** What instances keep running beside the turns of sessions. */
export interface BackgroundTable {
  readonly instance_id: string;
  readonly tenant: string;
  readonly workspace_id: string;
  readonly session_id: string;
  /** 1 or 0. */
  readonly is_stopped: Integer;
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

export interface LibraryItemTable {
  readonly tenant: string;
  readonly kind: LibraryKind;
  readonly id: string;
  readonly name: string;
  readonly version: Integer;
  readonly created_at: Integer;
  readonly updated_at: Integer;
  readonly search_text: string;
  readonly content: Json;
}

export interface LibraryVersionTable {
  readonly tenant: string;
  readonly item_id: string;
  readonly version: Integer;
  readonly created_at: Integer;
  readonly content: Json;
}

export interface BlobTable {
  readonly tenant: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
}

export interface BlobOwnerTable {
  readonly tenant: string;
  readonly owner: string;
  readonly hash: string;
}

/** Loads that have lines. */
export interface StagedLoadTable {
  readonly tenant: string;
  readonly load_id: string;
  /** When lines were last added. */
  readonly appended_at: Integer;
}

export interface StagedLineTable {
  readonly tenant: string;
  readonly load_id: string;
  readonly line: Integer;
  readonly text: string;
}

export interface CounterTable {
  readonly tenant: string;
  readonly key: string;
  readonly count: Integer;
  readonly resets_at: Integer;
}

export interface SessionUsageTable {
  readonly tenant: string;
  readonly workspace_id: string;
  /** Empty: of the workspace's deleted sessions. */
  readonly session_id: string;
  readonly day: string;
  readonly model: string;
  readonly turns: Integer;
  readonly steps: Integer;
  readonly tool_calls: Integer;
  readonly input_tokens: Integer;
  readonly output_tokens: Integer;
  readonly cache_read_tokens: Integer;
  readonly cache_write_tokens: Integer;
  /** Billionths of a dollar. */
  readonly cost_nano_usd: NullableInteger;
  readonly duration_ms: Integer;
}

/** What deleted workspaces have cost. */
export interface DeletedCostTable {
  readonly tenant: string;
  readonly day: string;
  /** Billionths of a dollar. */
  readonly cost_nano_usd: Integer;
}

/** Messages that wait to join a running turn. */
export interface SteeringTable {
  readonly tenant: string;
  readonly session_id: string;
  readonly position: Integer;
  readonly data: Json;
}

export interface ContainerTable {
  readonly placement: string;
  readonly workspace_id: string;
  readonly epoch: Integer;
  /** Empty: of none. */
  readonly instance_id: string;
}

export interface WebhookTable {
  readonly tenant: string;
  readonly id: string;
  /** 1 or 0. */
  readonly enabled: Integer;
  /** All but the columns beside it. */
  readonly data: Json;
}

export interface WebhookDeliveryTable {
  readonly tenant: string;
  readonly webhook_id: string;
  readonly id: string;
  readonly epoch: Integer;
  /** From when on it may be claimed; null while nothing is to be done. */
  readonly due_at: NullableInteger;
  readonly created_at: Integer;
  /** All but the columns beside it. */
  readonly data: Json;
}

export interface AuditEntryTable {
  readonly tenant: string;
  readonly seq: Integer;
  readonly action: string;
  /** The whole entry. */
  readonly data: Json;
}

/** The last entry of each tenant: whoever appends one locks this row. */
export interface AuditHeadTable {
  readonly tenant: string;
  readonly seq: Integer;
  readonly hash: string;
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
  readonly library_items: LibraryItemTable;
  readonly library_versions: LibraryVersionTable;
  readonly blobs: BlobTable;
  readonly blob_owners: BlobOwnerTable;
  readonly staged_loads: StagedLoadTable;
  readonly staged_lines: StagedLineTable;
  readonly counters: CounterTable;
  readonly session_usage: SessionUsageTable;
  readonly deleted_costs: DeletedCostTable;
  readonly steering: SteeringTable;
  readonly containers: ContainerTable;
  readonly instances: InstanceTable;
  readonly background: BackgroundTable;
  readonly webhooks: WebhookTable;
  readonly webhook_deliveries: WebhookDeliveryTable;
  readonly audit_entries: AuditEntryTable;
  readonly audit_heads: AuditHeadTable;
  readonly feed_entries: FeedEntryTable;
  readonly feed_sessions: FeedSessionTable;
  readonly feed_head: FeedHeadTable;
  readonly schedules: ScheduleTable;
  readonly schedule_runs: ScheduleRunTable;
  readonly batches: BatchTable;
  readonly batch_items: BatchItemTable;
  readonly snapshots: SnapshotTable;
  readonly working_copies: WorkingCopyTable;
  readonly session_trees: SessionTreesTable;
}

export type Db = Kysely<Database>;
