import { body, id, optionalBody, parameters } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { PageRequestSchema } from "../domain/paging.ts";
import {
  CreateWebhookSchema,
  RotateWebhookSecretSchema,
  UpdateWebhookSchema,
} from "../domain/webhooks/webhook.ts";
import type { WebhooksApi } from "./webhooks-api.ts";

const access = "webhooks:write";
const page = parameters(PageRequestSchema);

export const webhookOperations: Operations<WebhooksApi> = {
  list: { access, inputs: [page] },
  create: { access, inputs: [body(CreateWebhookSchema)] },
  get: { access, inputs: [id] },
  update: { access, inputs: [id, body(UpdateWebhookSchema)] },
  delete: { access, inputs: [id] },
  rotateSecret: { access, inputs: [id, optionalBody(RotateWebhookSecretSchema)] },
  deliveries: { access, inputs: [id, page] },
  replay: { access, inputs: [id, id] },
};
