import { OPERATIONS } from "@workspace-agent/core/internal";
import { content } from "../answer/answer.ts";
import { defineRoute, type Route } from "../route.ts";
import { NDJSON, ndjson } from "../streams/ndjson.ts";

export const sessionExportRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id/export",
    operationId: "exportSession",
    tag: "Sessions",
    summary: "Export a session",
    description:
      'Streams the complete session, one JSON object per line: `{"type":"session"}` with the session, `{"type":"event"}` with each event in order, and `{"type":"image"}` with each image in base64 after the first event that shows it. The sessions of its subagents follow in the same way. The last line is `{"type":"end"}` with the numbers of sessions, events and images: an export without it was cut off.',
    access: OPERATIONS.sessions.export.access,
    responses: {
      200: {
        description: "The export.",
        headers: ["Content-Disposition"],
        content: { [NDJSON]: "text" },
      },
    },
    long: () => "reads",
    handler: async ({ context, service, principal, params: { id, session_id } }) => {
      const lines = await service.sessions.export(principal, id, session_id);
      return content(NDJSON, ndjson(lines, context.report), {
        "content-disposition": `attachment; filename="${session_id}.ndjson"`,
      });
    },
  }),
];
