import { DomainError } from "@workspace-agent/core";
import * as v from "valibot";
import { empty, stream } from "../../answer/answer.ts";
import { prefers } from "../../request/accept.ts";
import type { Call } from "../../request/call.ts";
import { idempotent } from "../../request/idempotent.ts";
import { pageAnswer, pageParameters, toPageRequest } from "../../request/paging.ts";
import { query } from "../../request/query-spec.ts";
import { defineRoute, type Route } from "../../route.ts";
import { NDJSON, ndjson } from "../../streams/ndjson.ts";
import { conditionOf, itemAnswer, readAnswer } from "./answers.ts";
import type { LibraryKind } from "./kind.ts";

const isExport = (call: Call) => prefers(call.header("accept"), NDJSON, "application/json");

/** What every list and every thing of the library is asked for and answers. */
export function itemRoutes<Item extends { readonly id: string }, Create, Put>(
  kind: LibraryKind<Item, Create, Put>,
): readonly Route[] {
  const { path, noun, tag } = kind;
  const one = noun.toLowerCase();
  const many = tag.toLowerCase();
  const onItem = `${path}/:ref` as const;
  const content = { "application/json": kind.item };
  return [
    defineRoute({
      method: "GET",
      path,
      operationId: `list${tag}`,
      tag,
      summary: `List ${many}`,
      description: `Newest first. \`Accept: ${NDJSON}\` exports all instead, oldest first, one a line, in the form that \`bulk\` takes; it takes no parameters.`,
      access: "library:read",
      query: query({
        ...pageParameters,
        q: v.optional(
          v.pipe(
            v.string(),
            v.maxLength(128),
            v.description("A part of the name or the description, in any case."),
          ),
        ),
      }),
      responses: {
        200: {
          description: `A page of ${many}, or the export.`,
          headers: ["Link"],
          content: { "application/json": v.array(kind.item), [NDJSON]: "text" },
        },
      },
      long: ({ call }) => (isExport(call) ? "reads" : null),
      handler: async ({ call, service, principal, query }) => {
        const shelf = kind.shelf(service);
        const vary = { vary: "accept" };
        if (isExport(call)) {
          if (Object.values(query).some((value) => value !== undefined)) {
            throw new DomainError("invalid_request", "An export is of everything: it takes no parameters.");
          }
          return stream(NDJSON, ndjson(shelf.export(principal), call.report), vary);
        }
        const { q } = query;
        const page = await shelf.list(principal, {
          ...toPageRequest(query),
          ...(q === undefined ? {} : { q }),
        });
        const answer = pageAnswer(call, page, query);
        return { ...answer, headers: { ...answer.headers, ...vary } };
      },
    }),
    defineRoute({
      method: "POST",
      path,
      operationId: `create${noun}`,
      tag,
      summary: `Create a ${one}`,
      access: "library:write",
      headers: ["Idempotency-Key"],
      body: kind.createBody,
      responses: {
        201: {
          description: `The ${one}.`,
          headers: ["Location", "ETag", "Idempotent-Replayed"],
          content,
        },
      },
      errors: ["name_taken", ...kind.errors],
      handler: async ({ call, service, principal, body }) => {
        const { made, headers } = await idempotent(
          call,
          async (options) => await kind.create(service, principal, body, options),
        );
        const location = call.instance.addresses.path(`${path}/${made.item.id}`);
        return itemAnswer(201, made, { location, ...headers });
      },
    }),
    defineRoute({
      method: "GET",
      path: onItem,
      operationId: `get${noun}`,
      tag,
      summary: `Read a ${one}`,
      access: "library:read",
      headers: ["If-None-Match"],
      responses: {
        200: { description: `The ${one}.`, headers: ["ETag"], content },
        304: { description: "It is the version that `If-None-Match` names." },
      },
      handler: async ({ call, service, principal, params }) =>
        readAnswer(call, await kind.shelf(service).get(principal, params.ref)),
    }),
    defineRoute({
      method: "PUT",
      path: onItem,
      operationId: `put${noun}`,
      tag,
      summary: `Replace a ${one}, or make it`,
      description: `Makes a version, unless nothing changes. A name that no ${one} has makes it.`,
      access: "library:write",
      headers: ["If-Match", "If-None-Match"],
      body: kind.putBody,
      responses: {
        200: { description: "It was replaced, or is as it was.", headers: ["ETag"], content },
        201: { description: "It was made.", headers: ["Location", "ETag"], content },
      },
      errors: ["name_taken", ...kind.errors],
      handler: async ({ call, service, principal, params, body }) => {
        const condition = await conditionOf(call, () => kind.shelf(service).get(principal, params.ref));
        const { created, ...put } = await kind.put(service, principal, params.ref, body, condition);
        if (!created) return itemAnswer(200, put);
        return itemAnswer(201, put, { location: call.instance.addresses.path(`${path}/${put.item.id}`) });
      },
    }),
    defineRoute({
      method: "DELETE",
      path: onItem,
      operationId: `delete${noun}`,
      tag,
      summary: `Delete a ${one}`,
      description:
        "With all its versions. What is in use stays, unless `force` is given; `users` names who uses it.",
      access: "library:write",
      query: query({
        force: v.optional(v.pipe(v.boolean(), v.description("Deletes what is in use, too."))),
      }),
      headers: ["If-Match", "If-None-Match"],
      responses: { 204: { description: "It is gone." } },
      errors: ["in_use"],
      handler: async ({ call, service, principal, params, query }) => {
        const shelf = kind.shelf(service);
        const condition = await conditionOf(call, () => shelf.get(principal, params.ref));
        const force = query.force === undefined ? {} : { force: query.force };
        await shelf.delete(principal, params.ref, { ...condition, ...force });
        return empty(204);
      },
    }),
  ];
}
