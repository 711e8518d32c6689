import type { Json } from "./column-types.ts";

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
