import { id, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import type { OutputsApi } from "./outputs-api.ts";

export const outputOperations: Operations<OutputsApi> = {
  read: { access: "workspaces:read", inputs: [workspaceId, id] },
};
