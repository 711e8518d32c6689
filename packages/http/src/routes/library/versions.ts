import { RollbackSchema } from "@workspace-agent/core/schemas";
import { jsonBody } from "../../body/body-spec.ts";
import { idempotent } from "../../request/idempotent.ts";
import { pageAnswer } from "../../request/paging.ts";
import { defineRoute, jsonResponse, pagesOf, type Route } from "../../route.ts";
import { versionedAnswer } from "../../conditions/versioned-answer.ts";
import type { LibraryKind } from "./kind.ts";

export function versionRoutes<Item extends { readonly id: string }, Create, Put>(
  kind: LibraryKind<Item, Create, Put>,
): readonly Route[] {
  const { path, noun, tag } = kind;
  const one = noun.toLowerCase();
  return [
    defineRoute({
      ...pagesOf("versions", kind.item),
      path: `${path}/:ref/versions` as const,
      operationId: `list${noun}Versions`,
      tag,
      summary: `List the versions of a ${one}`,
      description: `Returns the ${one} as of each version, newest first.`,
      access: kind.operations.versions.access,
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
