import { id, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import type { ChangesApi } from "./changes-api.ts";

export const changeOperations: Operations<ChangesApi> = {
  ofSession: { access: "workspaces:read", inputs: [workspaceId, id] },
  patch: { access: "workspaces:read", inputs: [workspaceId, id] },
};
