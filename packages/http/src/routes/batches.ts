import { OPERATIONS } from "@workspace-agent/core/internal";
import { BatchResultSchema, BatchSchema } from "@workspace-agent/core/schemas";
import type { Principal } from "@workspace-agent/core";
import * as v from "valibot";
import { content, json } from "../answer/answer.ts";
import { batchBody } from "../body/batch-body.ts";
import { authorize } from "../credentials/authorize.ts";
import { createdAnswer } from "../request/idempotent.ts";
import { pageAnswer } from "../request/paging.ts";
import { query } from "../request/query-spec.ts";
import { longWait, toWait, waitParameter } from "../request/wait.ts";
import { defineRoute, jsonResponse, pagesOf, type Route } from "../route.ts";
import { liveAnswer } from "../streams/live-answer.ts";
import { LIVE_LINES, NDJSON, ndjson } from "../streams/ndjson.ts";

const operations = OPERATIONS.batches;

const tag = "Batches";
const ALL = "/api/batches";
const ONE = "/api/batches/:batch_id";

export const batchRoutes: readonly Route[] = [
  defineRoute({
    ...pagesOf("batches", BatchSchema),
    path: ALL,
    operationId: "listBatches",
    tag,
    summary: "List batches",
    description: "Returned newest first.",
    access: operations.list.access,
    errors: ["not_allowed"],
    handler: async ({ context, service, principal, query }) =>
      pageAnswer(context, await service.batches.list(principal, query), query),
  }),
  defineRoute({
    method: "POST",
    path: ALL,
    operationId: "createBatch",
    tag,
    summary: "Create a batch",
    description:
      "Accepts all items or none; the turns run as the caller. A wrong item is named by its position, as in `#/items/3/key`.",
    access: operations.create.access,
    headers: ["Idempotency-Key"],
    body: batchBody,
    responses: { 202: jsonResponse("The batch.", BatchSchema, ["Location", "Idempotent-Replayed"]) },
    errors: ["not_found", "not_allowed", "price_unknown", "overloaded"],
    rateLimit: "turns",
    handler: async ({ context, service, principal, body: { head, items, end } }) => {
      try {
        return await createdAnswer(
          context,
          ALL,
          (options) => service.batches.create(principal, head, items, options),
          202,
        );
      } finally {
        end();
      }
    },
  }),
  defineRoute({
    method: "GET",
    path: ONE,
    operationId: "getBatch",
    tag,
    summary: "Get a batch",
    description: "With `wait`, the response is delayed until the batch has ended, or the time is up.",
    access: operations.get.access,
    query: query({ wait: waitParameter }),
    long: longWait,
    responses: { 200: jsonResponse("The batch.", BatchSchema) },
    errors: ["not_allowed"],
    handler: async ({ context, service, principal, params, query }) =>
      json(200, await service.batches.get(principal, params.batch_id, toWait(context, query.wait))),
  }),
  defineRoute({
    method: "GET",
    path: `${ONE}/results`,
    operationId: "readBatchResults",
    tag,
    summary: "Read the results of a batch",
    description:
      "One line per item that has ended, in the order in which they ended, which does not change. With `follow` the response goes on until the batch has ended: each result is sent when its item ends, with blank lines while there are none. A follower whose connection breaks reads again and skips as many lines as it has; `counts` of the batch say how many there are.",
    access: operations.results.access,
    query: query({
      follow: v.optional(
        v.pipe(v.boolean(), v.description("Go on until the batch has ended. Default false.")),
      ),
    }),
    responses: { 200: { description: "The results.", content: { [NDJSON]: BatchResultSchema } } },
    errors: ["not_allowed"],
    long: ({ query }) => (query.follow === true ? "streams" : "reads"),
    handler: async ({ context, service, principal, params, query }) => {
      const open = async (signal: AbortSignal) =>
        await service.batches.results(principal, params.batch_id, { ...query, signal });
      const check = async (reader: Principal) => {
        authorize(reader, operations.results.access, null);
        await service.batches.get(reader, params.batch_id);
      };
      if (query.follow === true) return await liveAnswer(context, check, LIVE_LINES, open);
      return content(NDJSON, ndjson(await open(context.signal), context.report));
    },
  }),
  defineRoute({
    method: "POST",
    path: `${ONE}/cancel`,
    operationId: "cancelBatch",
    tag,
    summary: "Cancel a batch",
    description:
      "Interrupts the running items; those that have not begun do not begin. Changes nothing if the batch has ended.",
    access: operations.cancel.access,
    responses: { 200: jsonResponse("The batch.", BatchSchema) },
    errors: ["not_allowed"],
    handler: async ({ service, principal, params }) =>
      json(200, await service.batches.cancel(principal, params.batch_id)),
  }),
];
