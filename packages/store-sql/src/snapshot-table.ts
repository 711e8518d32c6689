import type { Integer, Json } from "./column-types.ts";

export interface SnapshotTable {
  readonly tenant: string;
  readonly workspace_id: string;
  readonly id: string;
  /** For which it was taken. A snapshot outlives the session. */
  readonly session_id: string | null;
  readonly end_root: string | null;
  /** All but the columns beside it. */
  readonly data: Json;
  /** The keys of the objects that it needs: they may be many, and only `needs` and `end` read them. */
  readonly objects: Json;
}

/** What sessions changed. */
export interface SessionTreesTable {
  readonly tenant: string;
  readonly workspace_id: string;
  readonly session_id: string;
  /** `wrote_at`, or the highest number while a turn writes. */
  readonly writes_until: Integer;
  readonly stored_at: Integer;
  /** All but the columns beside it. */
  readonly data: Json;
  /** The keys of the objects that `root` needs. */
  readonly objects: Json;
  /** Those that `end_root` needs. */
  readonly end_objects: Json;
}
