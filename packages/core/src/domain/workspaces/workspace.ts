import * as v from "valibot";
import { FilesStatusSchema } from "../files/working-copy.ts";
import { Count, LabelsSchema, shortText, TimestampSchema } from "../wire.ts";
import { SHOWN_NAME } from "../shown-name.ts";
import { LibraryNameSchema } from "../validation/library-name.ts";
import { ConfigOverlaySchema, type StoredConfig } from "./config.ts";

export const WorkspaceNameSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(128), ...SHOWN_NAME);

export const WorkspaceStatusSchema = v.picklist(["ready", "waiting_placement", "deleting"]);
export type WorkspaceStatus = v.InferOutput<typeof WorkspaceStatusSchema>;

export const WorkspaceSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  status: WorkspaceStatusSchema,
  template: v.nullable(v.string()),
  owner: v.pipe(
    v.nullable(v.string()),
    v.description("The id of the principal that created it. Null: an older version created it."),
  ),
  labels: LabelsSchema,
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  session_counts: v.strictObject({
    running: Count,
    queued: Count,
    waiting: Count,
    idle: Count,
  }),
});
export type Workspace = v.InferOutput<typeof WorkspaceSchema>;

export const CreateWorkspaceSchema = v.strictObject({
  name: WorkspaceNameSchema,
  template: v.optional(shortText(128)),
  config: v.optional(ConfigOverlaySchema),
  labels: v.optional(LabelsSchema),
});
export type CreateWorkspace = v.InferOutput<typeof CreateWorkspaceSchema>;

/** The body of PATCH. */
export const UpdateWorkspaceSchema = v.strictObject({
  name: v.optional(WorkspaceNameSchema),
  /** Replaces all labels. */
  labels: v.optional(LabelsSchema),
});
export type UpdateWorkspace = v.InferOutput<typeof UpdateWorkspaceSchema>;

export const WorkspaceStateSchema = v.strictObject({
  status: WorkspaceStatusSchema,
  /** On the instance that answers. */
  sandbox: v.strictObject({
    kind: v.pipe(v.string(), v.description("`local`, `docker`, `interpreter`, or a kind of the host's own.")),
    state: v.pipe(
      v.picklist(["running", "stopped"]),
      v.description("`stopped`: the next command starts it."),
    ),
    capabilities: v.strictObject({
      background: v.pipe(v.boolean(), v.description("Processes can outlive the command that started them.")),
      network: v.pipe(v.boolean(), v.description("`network` can be other than `none`.")),
      quota: v.pipe(
        v.boolean(),
        v.description("`disk_mb` is enforced while a command writes, not only after it."),
      ),
      pty: v.pipe(v.boolean(), v.description("Commands can run in a terminal.")),
    }),
  }),
  sessions: v.strictObject({ running: Count, queued: Count, waiting: Count }),
  /** Absent where the files belong to a host. */
  files: v.optional(FilesStatusSchema),
});
export type WorkspaceState = v.InferOutput<typeof WorkspaceStateSchema>;

/** The body of POST …/save-as-template. */
export const SaveAsTemplateSchema = v.strictObject({
  name: LibraryNameSchema,
  description: v.optional(v.pipe(v.string(), v.maxLength(4096)), ""),
  include_files: v.optional(
    v.pipe(
      v.boolean(),
      v.description(
        "Include the files, except `.git`, `node_modules` and links: at most 1,000 with 4 MiB in total.",
      ),
    ),
    false,
  ),
});
export type SaveAsTemplate = v.InferOutput<typeof SaveAsTemplateSchema>;
export type SaveAsTemplateInput = v.InferInput<typeof SaveAsTemplateSchema>;

/** A stored workspace. Times are in milliseconds. */
export interface WorkspaceRecord {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly status: WorkspaceStatus;
  readonly template: string | null;
  /** The id of the principal that created it. Null if an older version did. */
  readonly owner: string | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly config: StoredConfig;
  /** The version of `config`, from 1: its ETag. 0 while the workspace is being created, with the status `deleting`. */
  readonly config_version: number;
  /** The hosts that can reach the workspace's files (`VolumeProvider.placement`). */
  readonly placement: string;
  readonly created_at: number;
  readonly updated_at: number;
}
