import * as v from "valibot";
import { Count, TimestampSchema } from "../wire.ts";

/** Where the files of a workspace are, on a service whose files belong to no host. */
export const FilesStatusSchema = v.strictObject({
  placement: v.pipe(
    v.nullable(v.string()),
    v.description("The host whose working copy is the current one. Null: none; the published files are."),
  ),
  epoch: v.pipe(Count, v.description("How often an instance took the files over.")),
  published_snapshot: v.pipe(
    v.nullable(v.string()),
    v.description("What was published last. Null: nothing yet."),
  ),
  published_at: v.pipe(
    v.nullable(TimestampSchema),
    v.description("When they were looked at: what was written before is in them."),
  ),
  dirty: v.pipe(
    v.boolean(),
    v.description(
      "Files changed, or may have, since then. They are published when the turn that changes them ends.",
    ),
  ),
  restoring: v.pipe(v.boolean(), v.description("The host is receiving the published files.")),
});
export type FilesStatus = v.InferOutput<typeof FilesStatusSchema>;

/** A loss that the log of a session does not have yet. */
export interface RolledBack {
  readonly session_id: string;
  /** When what the files are now was published, milliseconds; null: never, they are empty. */
  readonly published_at: number | null;
}

/**
 * Which files of a workspace are current: those of the working copy `copy` as long as `holder` has it, else those of `root`. Times are
 * in milliseconds.
 */
export interface WorkingCopyRecord {
  readonly tenant: string;
  readonly workspace_id: string;
  /** Grows with each take-over. */
  readonly epoch: number;
  /** The instance that uses the files. Null: none. */
  readonly holder: string | null;
  /** The placement of the host where `copy` is. */
  readonly placement: string | null;
  /** The working copy that is complete. Null: it is being restored, or there is none. */
  readonly copy: string | null;
  /** When the files last went to another working copy. Null: not since this is noted. */
  readonly moved_at: number | null;
  /** What was published last; null: nothing yet. */
  readonly root: string | null;
  /** When it was looked at. */
  readonly published_at: number | null;
  /** The sessions that wrote since. Others that wrote are not in it, so it may be empty. Null: nothing changed. */
  readonly changed_by: readonly string[] | null;
  readonly rolled_back: readonly RolledBack[];
  /** Another instance waits for the files. */
  readonly wanted: boolean;
}
