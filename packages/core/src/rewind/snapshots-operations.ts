import { body, id, optionalBody, parameter, parameters, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { DirectoryQuerySchema, ReadOptionsSchema, VolumePathSchema } from "../domain/files/file-query.ts";
import { PageRequestSchema } from "../domain/paging.ts";
import {
  AgainstSchema,
  CreateSnapshotSchema,
  ForkWorkspaceSchema,
  RewindSchema,
} from "../domain/snapshots/snapshot.ts";
import { createOptions } from "../idempotency/create-options.ts";
import type { SnapshotsApi } from "./snapshots-api.ts";

const reads = "files:read";
const path = parameter("path", VolumePathSchema);
const against = parameter("against", AgainstSchema);

export const snapshotOperations: Operations<SnapshotsApi> = {
  list: { access: reads, inputs: [workspaceId, parameters(PageRequestSchema)] },
  create: { access: "files:write", inputs: [workspaceId, optionalBody(CreateSnapshotSchema), createOptions] },
  get: { access: reads, inputs: [workspaceId, id] },
  delete: { access: "files:write", inputs: [workspaceId, id] },
  stat: { access: reads, inputs: [workspaceId, id, path] },
  read: { access: reads, inputs: [workspaceId, id, path, parameters(ReadOptionsSchema)] },
  listDirectory: { access: reads, inputs: [workspaceId, id, path, parameters(DirectoryQuerySchema)] },
  zip: { access: reads, inputs: [workspaceId, id, path] },
  diff: { access: reads, inputs: [workspaceId, id, against] },
  patch: { access: reads, inputs: [workspaceId, id, against] },
  rewind: { access: "chat", inputs: [workspaceId, id, body(RewindSchema)] },
  fork: { access: "workspaces:write", inputs: [workspaceId, body(ForkWorkspaceSchema), createOptions] },
};
