import type { Integer, Json, NullableInteger } from "./column-types.ts";

export interface ScheduleTable {
  readonly id: string;
  readonly tenant: string;
  readonly workspace_id: string;
  /** Null: a new session for each run. */
  readonly session_id: string | null;
  /** From when on it may be claimed, by the store's clock; null while it is paused. */
  readonly due_at: NullableInteger;
  /** All but the columns beside it. */
  readonly data: Json;
}

export interface ScheduleRunTable {
  readonly id: string;
  readonly tenant: string;
  readonly schedule_id: string;
  readonly scheduled_at: Integer;
  /** 1 or 0, like `is_open`. */
  readonly is_manual: Integer;
  readonly is_open: Integer;
  readonly turn_id: string | null;
  /** All but the columns beside it. */
  readonly data: Json;
}
