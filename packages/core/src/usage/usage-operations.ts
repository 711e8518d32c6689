import { workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import type { UsageApi } from "./usage-api.ts";

export const usageOperations: Operations<UsageApi> = {
  ofWorkspace: { access: "workspaces:read", inputs: [workspaceId] },
};
