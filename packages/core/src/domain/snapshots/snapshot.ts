import * as v from "valibot";
import { Count, shortText, TimestampSchema } from "../wire.ts";

const Bytes = v.pipe(Count, v.description("Bytes."));
const Id = shortText(64);

export const SnapshotKindSchema = v.pipe(
  v.picklist(["manual", "auto", "safety"]),
  v.description(
    "`manual`: somebody asked for it. `auto`: taken before the first call of a turn that can write. `safety`: taken before a rewind, or for a fork.",
  ),
);
export type SnapshotKind = v.InferOutput<typeof SnapshotKindSchema>;

const Label = shortText(128);

/** The files of a workspace at a moment. */
export const SnapshotSchema = v.strictObject({
  id: v.string(),
  workspace_id: v.string(),
  kind: SnapshotKindSchema,
  label: v.nullable(Label),
  session_id: v.pipe(v.nullable(v.string()), v.description("Null for `manual`.")),
  turn_id: v.pipe(
    v.nullable(v.string()),
    v.description("The turn that was about to write. Null for others."),
  ),
  files: v.pipe(Count, v.description("Files and links.")),
  bytes: v.pipe(Bytes, v.description("The sizes of the files together.")),
  stored_bytes: v.pipe(Bytes, v.description("What had to be stored for it.")),
  created_at: TimestampSchema,
  expires_at: v.pipe(
    v.nullable(TimestampSchema),
    v.description(
      "By `retention.snapshots_days`. `snapshots.keep` and `snapshots.max_mb` may end it earlier.",
    ),
  ),
});
export type Snapshot = v.InferOutput<typeof SnapshotSchema>;

export const CreateSnapshotSchema = v.strictObject({ label: v.optional(v.nullable(Label), null) });
export type CreateSnapshot = v.InferOutput<typeof CreateSnapshotSchema>;
export type CreateSnapshotInput = v.InferInput<typeof CreateSnapshotSchema>;

/** A stored snapshot. Times are in milliseconds. */
export interface SnapshotRecord extends Omit<Snapshot, "created_at" | "expires_at"> {
  readonly tenant: string;
  readonly root: string;
  /**
   * The files when the session stopped writing: at the end of the turn, or after the rewind. Null while it writes, for `manual`, and where
   * they could not be stored.
   */
  readonly end_root: string | null;
  /** It covers ignored files too. */
  readonly ignored: boolean;
  readonly created_at: number;
}

/** The files of a workspace before a session changed any, and when it stopped. Times are in milliseconds. */
export interface SessionTrees {
  readonly tenant: string;
  readonly workspace_id: string;
  readonly session_id: string;
  /** The files before the session's first call that could write. Null: they could not be stored. */
  readonly root: string | null;
  readonly begun_at: number;
  /** The files at the end of its last turn that wrote. Null: no turn has ended, or they could not be stored. */
  readonly end_root: string | null;
  /** When the newer of both roots was stored; 0: neither is. */
  readonly stored_at: number;
  /** When its last call that could write ended. Null: a turn that writes has not ended. */
  readonly wrote_at: number | null;
  /** Other sessions that wrote between `begun_at` and `wrote_at`. */
  readonly writers: readonly string[];
}

/** The id of a snapshot, or the files as they are now. */
export const AGAINST_NOW = "now";
export const AgainstSchema = v.pipe(
  Id,
  v.description("The snapshot to compare with: its id, or `now` for the files as they are."),
);

/** The body of POST …/rewind: exactly one of `to_turn` and `to_snapshot`. */
export const RewindSchema = v.pipe(
  v.strictObject({
    to_turn: v.optional(
      v.pipe(
        Id,
        v.description(
          "The session returns to what it was before the message of this turn, and the files to what they were before it wrote.",
        ),
      ),
    ),
    to_snapshot: v.optional(
      v.pipe(
        Id,
        v.description(
          "The files return to this snapshot. The session returns to what it was before the turn or the rewind that it was taken for; with a `manual` snapshot, only the files do.",
        ),
      ),
    ),
    restore: v.pipe(v.optional(v.picklist(["both", "files", "transcript"]), "both")),
    dry_run: v.optional(
      v.pipe(v.boolean(), v.description("Say what would change, and change nothing.")),
      false,
    ),
    force: v.optional(
      v.pipe(v.boolean(), v.description("Also where others have changed files that would change.")),
      false,
    ),
  }),
  // Documentation only: the service checks it.
  v.metadata({ oneOf: [{ required: ["to_turn"] }, { required: ["to_snapshot"] }] }),
);
export type Rewind = v.InferOutput<typeof RewindSchema>;
export type RewindInput = v.InferInput<typeof RewindSchema>;

const Paths = v.pipe(
  v.array(v.string()),
  v.description(
    "At most the first 1,000; `counts` has the number of all. U+FFFD stands for what is not UTF-8.",
  ),
);

export const RewoundSchema = v.strictObject({
  restored: v.pipe(
    Paths,
    v.description("Files, links and directories that were made or replaced. At most the first 1,000."),
  ),
  removed: v.pipe(
    Paths,
    v.description("Files, links and directories that were removed. At most the first 1,000."),
  ),
  unchanged: v.pipe(Count, v.description("Files and links that were as the snapshot has them.")),
  conflicts: v.pipe(
    Paths,
    v.description(
      "Of those that change, what another session or a person has changed. At most the first 1,000.",
    ),
  ),
  ignored: v.pipe(
    Paths,
    v.description(
      "Ignored files, and ignored directories with all in them, that stay as they are. At most the first 1,000.",
    ),
  ),
  counts: v.strictObject({ restored: Count, removed: Count, conflicts: Count, ignored: Count }),
  safety_snapshot_id: v.pipe(
    v.nullable(v.string()),
    v.description(
      "Rewind to it to undo this. Null for a dry run, and for a transcript alone on a host without snapshots.",
    ),
  ),
  through_seq: v.pipe(
    v.nullable(Count),
    v.description("The last event that the session still has. Null where its transcript stays."),
  ),
});
export type Rewound = v.InferOutput<typeof RewoundSchema>;

/** The body of POST /api/workspaces/{id}/fork. */
export const ForkWorkspaceSchema = v.strictObject({
  name: shortText(128),
  snapshot_id: v.optional(
    v.pipe(Id, v.description("The files of this snapshot. Default: the files as they are.")),
  ),
  sessions: v.optional(
    v.pipe(
      v.union([v.picklist(["none", "all"]), v.pipe(v.array(Id), v.maxLength(100))]),
      v.description("Whose transcripts are copied, each into a new session."),
    ),
    "none",
  ),
});
export type ForkWorkspace = v.InferOutput<typeof ForkWorkspaceSchema>;
export type ForkWorkspaceInput = v.InferInput<typeof ForkWorkspaceSchema>;
