import { OPERATIONS } from "@workspace-agent/core/internal";
import { SnapshotSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { WorkspaceId } from "./arguments.ts";
import { defineTool, READ_ONLY } from "./tool.ts";

/** More would fill the context of the caller. */
const MOST = 50;

export const listSnapshots = defineTool({
  name: "list_snapshots",
  title: "List snapshots",
  description:
    "List the newest 50 stored states of a workspace's files. `auto` ones were taken before the first change of the task `turn_id`, `safety` ones before a rewind or for a fork. Pass an `id` to rewind_session or fork_workspace.",
  access: OPERATIONS.snapshots.list.access,
  rateLimit: null,
  annotations: READ_ONLY,
  input: v.strictObject({ workspace_id: WorkspaceId }),
  output: v.strictObject({ snapshots: v.array(SnapshotSchema) }),
  async run({ workspace_id }, { call: { service, principal } }) {
    const { items } = await service.snapshots.list(principal, workspace_id, { limit: MOST });
    return { snapshots: [...items] };
  },
});
