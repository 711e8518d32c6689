import * as v from "valibot";
import { BatchItemSchema, MAX_JSON_ITEMS, type BatchItem } from "../domain/batches/batch-item.ts";
import { BatchHeadSchema } from "../domain/batches/batch.ts";
import type { BulkLine } from "../domain/library/bulk.ts";
import { batches, body, id, parameters, SignalSchema } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { PageRequestSchema } from "../domain/paging.ts";
import { WaitSecondsSchema } from "../domain/sessions/session-query.ts";
import { validateBody } from "../domain/validation/validate-body.ts";
import { createOptions } from "../idempotency/create-options.ts";
import type { BatchesApi } from "./batches-api.ts";

const access = "chat";
const signal = v.optional(SignalSchema);
const wait = parameters(v.strictObject({ seconds: v.optional(WaitSecondsSchema, 0), signal }));
const resultsOptions = parameters(v.strictObject({ follow: v.optional(v.boolean(), false), signal }));

const ItemsSchema = v.strictObject({
  items: v.pipe(v.array(BatchItemSchema), v.minLength(1), v.maxLength(MAX_JSON_ITEMS)),
});
const lines = batches<readonly BulkLine[]>();
const items = (given: unknown): readonly BatchItem[] | AsyncIterable<readonly BulkLine[]> =>
  Array.isArray(given) ? validateBody(ItemsSchema, { items: given }).items : lines(given);

export const batchOperations: Operations<BatchesApi> = {
  list: { access, inputs: [parameters(PageRequestSchema)] },
  create: { access, inputs: [body(BatchHeadSchema), items, createOptions] },
  get: { access, inputs: [id, wait] },
  cancel: { access, inputs: [id] },
  results: { access, inputs: [id, resultsOptions] },
};
