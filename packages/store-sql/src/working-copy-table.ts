import type { Integer, Json, NullableInteger } from "./column-types.ts";

/** One row for each workspace whose files an instance took over. */
export interface WorkingCopyTable {
  readonly tenant: string;
  readonly workspace_id: string;
  readonly epoch: Integer;
  readonly holder: string | null;
  readonly placement: string | null;
  readonly copy: string | null;
  readonly moved_at: NullableInteger;
  readonly root: string | null;
  readonly published_at: NullableInteger;
  readonly changed_by: Json | null;
  readonly rolled_back: Json;
  /** 1 or 0. */
  readonly wanted: Integer;
  /** The keys of the objects that `root` needs: they may be many, and are read alone. */
  readonly objects: Json;
}
