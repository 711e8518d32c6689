import { RollbackSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { jsonBody } from "../../body/body-spec.ts";
import { idempotent } from "../../request/idempotent.ts";
import { pageAnswer, pageParameters } from "../../request/paging.ts";
import { query } from "../../request/query-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../../route.ts";
import { versionedAnswer } from "../../conditions/versioned-answer.ts";
import type { LibraryKind } from "./kind.ts";

export function versionRoutes<Item extends { readonly id: string }, Create, Put>(
  kind: LibraryKind<Item, Create, Put>,
): readonly Route[] {
  const { path, noun, tag } = kind;
  const one = noun.toLowerCase();
  return [
    defineRoute({
      method: "GET",
      path: `${path}/:ref/versions` as const,
      operationId: `list${noun}Versions`,
      tag,
      summary: `List the versions of a ${one}`,
      description: `Returns the ${one} as of each version, newest first.`,
      access: kind.operations.versions.access,
      query: query(pageParameters),
      responses: {
        200: jsonResponse("A page of versions.", v.array(kind.item), ["Link"]),
      },
      handler: async ({ context, service, principal, params, query }) => {
        const page = await kind.collection(service).versions(principal, params.ref, query);
        return pageAnswer(context, page, query);
      },
    }),
    defineRoute({
      method: "POST",
      path: `${path}/:ref/rollback` as const,
      operationId: `rollback${noun}`,
      tag,
      summary: `Roll back a ${one}`,
      description: "Creates a new version with the content of an earlier one. The name does not change.",
      access: kind.operations.rollback.access,
      headers: ["Idempotency-Key"],
      body: jsonBody(RollbackSchema),
      responses: {
        200: jsonResponse(`The updated ${one}.`, kind.item, ["ETag", "Idempotent-Replayed"]),
      },
      errors: kind.errors,
      handler: async ({ context, service, principal, params, body }) => {
        const { made, headers } = await idempotent(context, (options) =>
          kind.collection(service).rollback(principal, params.ref, body, options),
        );
        return versionedAnswer(200, made, headers);
      },
    }),
  ];
}
