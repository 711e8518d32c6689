import * as v from "valibot";
import { LabelsSchema, TimestampSchema } from "../wire.ts";
import { ConfigOverlaySchema, type StoredConfig } from "./config.ts";

export const WorkspaceNameSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(128),
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, "must not hold control characters"),
  v.check((name) => name.trim() === name, "must not start or end with white space"),
);

export const WorkspaceStatusSchema = v.picklist(["ready", "waiting_placement", "deleting"]);
export type WorkspaceStatus = v.InferOutput<typeof WorkspaceStatusSchema>;

const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0));

export const WorkspaceSchema = v.strictObject({
  id: v.string(),
  name: v.string(),
  status: WorkspaceStatusSchema,
  template: v.nullable(v.string()),
  labels: LabelsSchema,
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  session_counts: v.strictObject({
    running: CountSchema,
    queued: CountSchema,
    waiting: CountSchema,
    idle: CountSchema,
  }),
});
export type Workspace = v.InferOutput<typeof WorkspaceSchema>;

export const CreateWorkspaceSchema = v.strictObject({
  name: WorkspaceNameSchema,
  template: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
  config: v.optional(ConfigOverlaySchema),
  labels: v.optional(LabelsSchema),
});
export type CreateWorkspace = v.InferOutput<typeof CreateWorkspaceSchema>;

/** A workspace as the store keeps it. Times are milliseconds. */
export interface WorkspaceRecord {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly status: WorkspaceStatus;
  readonly template: string | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly config: StoredConfig;
  /** Counts the changes of `config`, from 1: its ETag. */
  readonly config_version: number;
  /** Which hosts can reach the workspace's files (`VolumeProvider.placement`). */
  readonly placement: string;
  readonly created_at: number;
  readonly updated_at: number;
}
