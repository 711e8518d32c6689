import { id, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import type { ImagesApi } from "./images-api.ts";

export const imageOperations: Operations<ImagesApi> = {
  read: { access: "workspaces:read", inputs: [workspaceId, id, id] },
};
