import {
  BulkResultSchema,
  BulkSummarySchema,
  type BulkOptions,
  type BulkReport,
} from "@workspace-agent/core/schemas";
import type { AgentService, Principal } from "@workspace-agent/core";
import * as v from "valibot";
import type { BulkBody } from "../../body/bulk-body.ts";
import { query } from "../../request/query-spec.ts";
import { defineRoute, type Route } from "../../route.ts";
import { NDJSON } from "../../streams/ndjson.ts";
import { bulkAnswer } from "./bulk-answer.ts";
import type { LibraryKind } from "./kind.ts";

export const BulkAnswerSchema = v.strictObject({
  results: v.array(BulkResultSchema),
  summary: BulkSummarySchema,
});

export function bulkRoute<Item extends { readonly id: string }, Create, Put>(
  kind: LibraryKind<Item, Create, Put>,
): Route {
  const { path, noun, tag } = kind;
  const many = tag.toLowerCase();
  return defineRoute({
    method: "POST",
    path: `${path}/bulk` as const,
    operationId: `load${tag}`,
    tag,
    summary: `Load many ${many}`,
    description: [
      `Each item is a ${noun.toLowerCase()} as POST takes it, or \`{"op": "delete", "name": …}\`. What has the name already is replaced; what is the same stays as it is, so that loading a file twice changes nothing.`,
      `There is one result for each item, in order. The answer has the type of the request: to an array \`{results, summary}\`; to lines one line for each item, sent as the items are written, while the rest may still be on its way, then \`{"summary": …}\`. An answer without that last line broke off.`,
      "Lines end with `\\n` or `\\r\\n`; blank ones are passed over and do not count. With `atomic` an error in any item is 400 with `results` and `summary`, and nothing is written.",
    ].join(" "),
    access: "library:write",
    query: query({
      atomic: v.optional(v.pipe(v.boolean(), v.description("All or nothing. Default false."))),
      dry_run: v.optional(
        v.pipe(v.boolean(), v.description("Tells what would happen and writes nothing. Default false.")),
      ),
    }),
    body: kind.bulkBody,
    responses: {
      200: {
        description: "A result for each item, and how many there were of each.",
        content: { "application/json": BulkAnswerSchema, [NDJSON]: "text" },
      },
    },
    errors: kind.errors,
    handler: async ({ context, service, principal, query, body }) => {
      const options = { atomic: query.atomic ?? false, dryRun: query.dry_run ?? false };
      try {
        const report = reportOf(kind, service, principal, body, options);
        return await bulkAnswer(context, body, report, options.atomic);
      } catch (error) {
        if (body.type === "lines") body.end();
        throw error;
      }
    },
  });
}

function reportOf<Item extends { readonly id: string }, Create, Put>(
  kind: LibraryKind<Item, Create, Put>,
  service: AgentService,
  principal: Principal,
  body: BulkBody,
  options: BulkOptions,
): BulkReport {
  if (body.type !== "package") return kind.collection(service).bulk(principal, body.lines, options);
  if (kind.loadPackage === undefined) throw new Error(`${kind.tag} are not loaded from packages.`);
  return kind.loadPackage(service, principal, body.source, options);
}
