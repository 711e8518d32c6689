import type { ItemsByPosition } from "@workspace-agent/core/ports";
import type { Integer, Json, NullableInteger } from "./column-types.ts";

export interface BatchTable {
  readonly tenant: string;
  readonly id: string;
  /** Null: each item has a new one. A batch outlives the workspace. */
  readonly workspace_id: string | null;
  /** The id of the principal as whom its turns run. */
  readonly owner: string;
  /** 1 or 0. */
  readonly is_loading: Integer;
  /** From when on it may be claimed, by the store's clock; null while nothing is to be done. */
  readonly due_at: NullableInteger;
  /** The snapshot that the items of a batch begin with which has not ended; null of others. */
  readonly held_snapshot: string | null;
  /** All but the columns beside it. */
  readonly data: Json;
  /** What all items share: it may be long, and never changes. */
  readonly turn: Json;
}

export interface BatchItemTable {
  readonly tenant: string;
  readonly batch_id: string;
  readonly position: Integer;
  /** As JSON: callers choose it, and every character survives. */
  readonly key: Json;
  /** The status of an item that has not ended; null of others. */
  readonly open_status: ItemsByPosition["status"] | null;
  readonly turn_id: string | null;
  readonly ended: NullableInteger;
  /** All but the columns beside it. */
  readonly data: Json;
  /** What the caller sent: it may be long, and never changes. */
  readonly item: Json;
}
