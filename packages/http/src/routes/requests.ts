import { AnswerRequestSchema, ResolvedRequestSchema } from "@workspace-agent/core";
import { json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { defineRoute, type Route } from "../route.ts";

export const requestRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/workspaces/:id/sessions/:session_id/requests/:request_id",
    operationId: "answerRequest",
    tag: "Sessions",
    summary: "Answer a request of the agent",
    description:
      "An approval takes a `decision`, a question takes `answers`. The turn goes on when none of its requests is open any more: an allowed call runs with the arguments that were shown, a denied one is an error that the model sees, with the note. A request that has expired counts as denied.",
    access: "chat",
    body: jsonBody(AnswerRequestSchema),
    responses: {
      200: {
        description: "The request and how it is resolved.",
        content: { "application/json": ResolvedRequestSchema },
      },
    },
    errors: ["already_resolved"],
    handler: async ({ service, principal, params, body }) => {
      const { id, session_id, request_id } = params;
      return json(200, await service.sessions.answerRequest(principal, id, session_id, request_id, body));
    },
  }),
];
