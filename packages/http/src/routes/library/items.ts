import { LibraryQuerySchema } from "@workspace-agent/core/internal";
import * as v from "valibot";
import { empty } from "../../answer/answer.ts";
import { prefers, VARY_ACCEPT } from "../../headers/accept.ts";
import type { RequestContext } from "../../request/request-context.ts";
import { idempotent } from "../../request/idempotent.ts";
import { pageAnswer } from "../../request/paging.ts";
import { asReader } from "../../conditions/as-reader.ts";
import { query } from "../../request/query-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../../route.ts";
import { exportAnswer } from "../../streams/export-answer.ts";
import { NDJSON } from "../../streams/ndjson.ts";
import { writeConditionOf, versionedAnswer, readAnswer } from "../../conditions/versioned-answer.ts";
import type { LibraryKind } from "./kind.ts";

const isExport = (context: RequestContext) => prefers(context.header("accept"), NDJSON, "application/json");

/** The routes that prompts, templates and skills have in common. */
export function itemRoutes<Item extends { readonly id: string }, Create, Put>(
  kind: LibraryKind<Item, Create, Put>,
): readonly Route[] {
  const { path, noun, tag } = kind;
  const one = noun.toLowerCase();
  const many = tag.toLowerCase();
  const onItem = `${path}/:ref` as const;
  return [
    defineRoute({
      method: "GET",
      path,
      operationId: `list${tag}`,
      tag,
      summary: `List ${many}`,
      description: `Returned newest first. With \`Accept: ${NDJSON}\`, all ${many} are exported instead, oldest first, one per line, in the format of the \`bulk\` endpoint, without parameters.`,
      access: kind.operations.list.access,
      query: query(LibraryQuerySchema.entries),
      responses: {
        200: {
          description: `A page of ${many}, or the export.`,
          headers: ["Link"],
          content: { "application/json": v.array(kind.item), [NDJSON]: "text" },
        },
      },
      long: ({ context }) => (isExport(context) ? "reads" : null),
      handler: async ({ context, service, principal, query }) => {
        const collection = kind.collection(service);
        if (isExport(context)) return exportAnswer(context, query, collection.export(principal));
        const page = await collection.list(principal, query);
        return pageAnswer(context, page, query, VARY_ACCEPT);
      },
    }),
    defineRoute({
      method: "POST",
      path,
      operationId: `create${noun}`,
      tag,
      summary: `Create a ${one}`,
      access: kind.operations.create.access,
      headers: ["Idempotency-Key"],
      body: kind.createBody,
      responses: {
        201: jsonResponse(`The ${one}.`, kind.item, ["Location", "ETag", "Idempotent-Replayed"]),
      },
      errors: ["name_taken", ...kind.errors],
      handler: async ({ context, service, principal, body }) => {
        const { made, headers } = await idempotent(context, (options) =>
          kind.create(service, principal, body, options),
        );
        const location = context.app.addresses.path(`${path}/${made.item.id}`);
        return versionedAnswer(201, made, { location, ...headers });
      },
    }),
    defineRoute({
      method: "GET",
      path: onItem,
      operationId: `get${noun}`,
      tag,
      summary: `Get a ${one}`,
      access: kind.operations.get.access,
      headers: ["If-Match", "If-None-Match"],
      responses: {
        200: jsonResponse(`The ${one}.`, kind.item, ["ETag"]),
        304: { description: "The version matches `If-None-Match`." },
      },
      handler: async ({ context, service, principal, params }) =>
        readAnswer(context, await kind.collection(service).get(principal, params.ref)),
    }),
    defineRoute({
      method: "PUT",
      path: onItem,
      operationId: `put${noun}`,
      tag,
      summary: `Create or replace a ${one}`,
      description: `Creates a new version unless nothing changes. If no ${one} has this name, it is created.`,
      access: kind.operations.put.access,
      headers: ["If-Match", "If-None-Match"],
      body: kind.putBody,
      responses: {
        200: jsonResponse("Replaced, or unchanged.", kind.item, ["ETag"]),
        201: jsonResponse("Created.", kind.item, ["Location", "ETag"]),
      },
      errors: ["name_taken", ...kind.errors],
      handler: async ({ context, service, principal, params, body }) => {
        const condition = await writeConditionOf(context, () =>
          kind.collection(service).get(asReader(principal), params.ref),
        );
        const { created, ...put } = await kind.put(service, principal, params.ref, body, condition);
        if (!created) return versionedAnswer(200, put);
        return versionedAnswer(201, put, { location: context.app.addresses.path(`${path}/${put.item.id}`) });
      },
    }),
    defineRoute({
      method: "DELETE",
      path: onItem,
      operationId: `delete${noun}`,
      tag,
      summary: `Delete a ${one}`,
      description:
        "Deletes all versions. If the item is in use, the request fails with `in_use`, and `users` lists what uses it; `force` deletes it anyway.",
      access: kind.operations.delete.access,
      query: query({
        force: v.optional(v.pipe(v.boolean(), v.description("Delete the item even if it is in use."))),
      }),
      headers: ["If-Match", "If-None-Match"],
      responses: { 204: { description: "Deleted." } },
      errors: ["in_use"],
      handler: async ({ context, service, principal, params, query }) => {
        const collection = kind.collection(service);
        const condition = await writeConditionOf(context, () =>
          collection.get(asReader(principal), params.ref),
        );
        await collection.delete(principal, params.ref, { ...condition, ...query });
        return empty(204);
      },
    }),
  ];
}
