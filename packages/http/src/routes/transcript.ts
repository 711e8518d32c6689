import { OPERATIONS } from "@workspace-agent/core/internal";
import { MessageSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { content } from "../answer/answer.ts";
import { negotiate, VARY_ACCEPT } from "../headers/accept.ts";
import { defineRoute, type Route } from "../route.ts";
import { jsonArray } from "../streams/json-array.ts";
import { NDJSON, ndjsonTexts } from "../streams/ndjson.ts";
import { byteStream } from "../streams/byte-stream.ts";
import { transcriptToMarkdown } from "../transcript/markdown.ts";

const JSON_TYPE = "application/json";
const MARKDOWN = "text/markdown";

export const transcriptRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id/transcript",
    operationId: "getTranscript",
    tag: "Sessions",
    summary: "Get the transcript of a session",
    description:
      "Streams all messages, oldest first. `Accept` selects JSON (the default), NDJSON with one message per line, or Markdown.",
    access: OPERATIONS.sessions.transcript.access,
    responses: {
      200: {
        description: "The transcript.",
        content: { [JSON_TYPE]: v.array(MessageSchema), [NDJSON]: "text", [MARKDOWN]: "text" },
      },
    },
    errors: ["not_acceptable"],
    long: () => "reads",
    handler: async ({ context, service, principal, params }) => {
      const type = negotiate(context.header("accept"), [JSON_TYPE, MARKDOWN, NDJSON]);
      const { id, session_id } = params;
      const texts = () => service.sessions.transcriptTexts(principal, id, session_id);
      switch (type) {
        case JSON_TYPE:
          return content(JSON_TYPE, jsonArray(await texts(), context.report), VARY_ACCEPT);
        case NDJSON:
          return content(NDJSON, ndjsonTexts(await texts(), context.report), VARY_ACCEPT);
        case MARKDOWN: {
          const batches = await service.sessions.transcript(principal, id, session_id);
          const markdown = transcriptToMarkdown(session_id, batches);
          return content(`${MARKDOWN}; charset=utf-8`, byteStream(markdown, context.report), VARY_ACCEPT);
        }
      }
    },
  }),
];
