import { AnswerRequestSchema, ResolvedRequestSchema } from "@workspace-agent/core/schemas";
import { json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export const requestRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/workspaces/:id/sessions/:session_id/requests/:request_id",
    operationId: "answerRequest",
    tag: "Sessions",
    summary: "Answer a request of the agent",
    description:
      "An approval takes a `decision` and needs the scope `approve`; a question takes `answers` and needs `chat`. With `subject_hash` a decision is about what was shown and nothing else. The turn goes on when none of its requests is open any more: an allowed call runs with the arguments, in the directory and on the file that were shown, or is asked about again; a denied one is an error that the model sees, with the note. A request that has expired counts as denied.",
    access: ["chat", "approve"],
    body: jsonBody(AnswerRequestSchema),
    responses: {
      200: jsonResponse("The request and how it is resolved.", ResolvedRequestSchema),
    },
    errors: ["already_resolved", "precondition_failed"],
    handler: async ({ service, principal, params, body }) => {
      const { id, session_id, request_id } = params;
      return json(200, await service.sessions.answerRequest(principal, id, session_id, request_id, body));
    },
  }),
];
