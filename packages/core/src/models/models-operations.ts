import { parameters } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { PageRequestSchema } from "../domain/paging.ts";
import type { ModelsApi } from "./models-api.ts";

export const modelOperations: Operations<ModelsApi> = {
  list: { access: "workspaces:read", inputs: [parameters(PageRequestSchema)] },
};
