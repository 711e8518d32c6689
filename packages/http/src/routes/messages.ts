import { AfterSchema, MessageQuerySchema, OPERATIONS } from "@workspace-agent/core/internal";
import { MessageSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { content } from "../answer/answer.ts";
import { pageAnswer, pageParameters } from "../request/paging.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";
import { jsonArray } from "../streams/json-array.ts";

export const messageRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/messages",
    operationId: "listMessages",
    tag: "Sessions",
    summary: "List the messages of a session",
    description:
      "Returns the messages, oldest first: all of them without `limit`, `after` and `cursor`, otherwise a page. The last message of an ended turn is from the assistant. What a rewind removed is left out without `include`.",
    access: OPERATIONS.sessions.messages.access,
    query: query({
      session_id: v.pipe(
        v.string(),
        v.minLength(1),
        v.maxLength(64),
        v.description("The id of the session."),
      ),
      after: v.optional(v.pipe(AfterSchema, v.description("Only return messages after this `seq`."))),
      include: MessageQuerySchema.entries.include,
      ...pageParameters,
    }),
    responses: {
      200: jsonResponse("The messages.", v.array(MessageSchema), ["Link"]),
    },
    long: () => "reads",
    handler: async ({ context, service, principal, params, query }) => {
      const { session_id, after, include, limit, cursor } = query;
      if (after === undefined && limit === undefined && cursor === undefined) {
        const asked = { include };
        const batches = await service.sessions.transcriptTexts(principal, params.id, session_id, asked);
        return content("application/json", jsonArray(batches, context.report));
      }
      const page = await service.sessions.messages(principal, params.id, session_id, {
        after,
        include,
        limit,
        cursor,
      });
      return pageAnswer(context, page, { session_id, include, limit });
    },
  }),
];
