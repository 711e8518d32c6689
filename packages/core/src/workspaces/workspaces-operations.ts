import * as v from "valibot";
import { body, parameters, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { ConfigOverlaySchema } from "../domain/workspaces/config.ts";
import {
  CreateWorkspaceSchema,
  SaveAsTemplateSchema,
  UpdateWorkspaceSchema,
} from "../domain/workspaces/workspace.ts";
import { WorkspaceQuerySchema } from "../domain/workspaces/workspace-query.ts";
import { createOptions } from "../idempotency/create-options.ts";
import type { WorkspacesApi } from "./workspaces-api.ts";

const ConfigConditionSchema = v.strictObject({ ifMatch: v.exactOptional(v.string()) });

export const workspaceOperations: Operations<WorkspacesApi> = {
  list: { access: "workspaces:read", inputs: [parameters(WorkspaceQuerySchema)] },
  create: { access: "workspaces:write", inputs: [body(CreateWorkspaceSchema), createOptions] },
  get: { access: "workspaces:read", inputs: [workspaceId] },
  update: { access: "workspaces:write", inputs: [workspaceId, body(UpdateWorkspaceSchema)] },
  delete: { access: "workspaces:write", inputs: [workspaceId] },
  getConfig: { access: "workspaces:read", inputs: [workspaceId] },
  putConfig: {
    access: "workspaces:write",
    // Without defaults: the service needs to know which fields were given.
    inputs: [workspaceId, body(ConfigOverlaySchema), parameters(ConfigConditionSchema)],
  },
  state: { access: "workspaces:read", inputs: [workspaceId] },
  saveAsTemplate: {
    access: "library:write",
    inputs: [workspaceId, body(SaveAsTemplateSchema), createOptions],
  },
};
