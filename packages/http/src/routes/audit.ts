import { OPERATIONS } from "@workspace-agent/core/internal";
import { AuditActionSchema, AuditEntrySchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { negotiate, VARY_ACCEPT } from "../headers/accept.ts";
import type { RequestContext } from "../request/request-context.ts";
import { pageAnswer, pageParameters } from "../request/paging.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, type Route } from "../route.ts";
import { exportAnswer } from "../streams/export-answer.ts";
import { NDJSON } from "../streams/ndjson.ts";

const JSON_TYPE = "application/json";

const isExport = (context: RequestContext) =>
  negotiate(context.header("accept"), [JSON_TYPE, NDJSON]) === NDJSON;

export const auditRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/audit",
    operationId: "listAuditEntries",
    tag: "Audit log",
    summary: "Read the audit log",
    description: `Returns sign-ins, created, used and revoked tokens, changed configs and answered approvals, newest first. Each entry contains the hash of the entry before it. With \`Accept: ${NDJSON}\` the complete log is exported instead, oldest first, one entry per line, without parameters. \`workspace-agent audit verify FILE\` checks an exported file.`,
    access: OPERATIONS.audit.list.access,
    query: query({ ...pageParameters, action: v.optional(AuditActionSchema) }),
    responses: {
      200: {
        description: "A page of entries, or the export.",
        headers: ["Link"],
        content: { [JSON_TYPE]: v.array(AuditEntrySchema), [NDJSON]: "text" },
      },
    },
    errors: ["not_acceptable", "not_allowed"],
    long: ({ context }) => (isExport(context) ? "reads" : null),
    handler: async ({ context, service, principal, query }) => {
      if (isExport(context)) return exportAnswer(context, query, service.audit.export(principal));
      return pageAnswer(context, await service.audit.list(principal, query), query, VARY_ACCEPT);
    },
  }),
];
