import {
  BulkResultSchema,
  BulkSummarySchema,
  type BulkInputOptions,
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
      `Each item is a ${noun.toLowerCase()} as in POST, or \`{"op": "delete", "name": …}\`. An item whose name exists is replaced; if nothing changes, no version is created, so a file can be loaded repeatedly.`,
      `Each item has one result, in order. The response has the format of the request. For an array it is \`{results, summary}\`. For NDJSON it is one line per item, sent while the items are written and possibly before the request has ended, followed by \`{"summary": …}\`. A response without this last line is incomplete.`,
      "Lines end with `\\n` or `\\r\\n`; blank lines are skipped and not counted. With `atomic`, an error in any item returns 400 with `results` and `summary`, and nothing is written.",
    ].join(" "),
    access: kind.operations.bulk.access,
    query: query({
      atomic: v.optional(v.pipe(v.boolean(), v.description("Write all items or none. Default false."))),
      dry_run: v.optional(
        v.pipe(
          v.boolean(),
          v.description("Report what would happen without writing anything. Default false."),
        ),
      ),
    }),
    body: kind.bulkBody,
    responses: {
      200: {
        description: "The result of each item, and a summary.",
        content: { "application/json": BulkAnswerSchema, [NDJSON]: "text" },
      },
    },
    errors: kind.errors,
    handler: async ({ context, service, principal, query, body }) => {
      const options = { atomic: query.atomic, dryRun: query.dry_run };
      try {
        const report = reportOf(kind, service, principal, body, options);
        return await bulkAnswer(context, body, report, options.atomic === true);
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
  options: BulkInputOptions,
): BulkReport {
  if (body.type !== "package") return kind.collection(service).bulk(principal, body.lines, options);
  if (kind.loadPackage === undefined) throw new Error(`${kind.tag} cannot be loaded from packages.`);
  return kind.loadPackage(service, principal, body.source, options);
}
