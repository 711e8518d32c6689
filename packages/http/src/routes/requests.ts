import { OPERATIONS } from "@workspace-agent/core/internal";
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
    summary: "Answer an approval, a question or a tool call",
    description:
      "An approval requires a `decision` and the scope `approve`; a question requires `answers` and the scope `chat`; a tool call that the caller runs requires its `output` or an `error`, and the scope `chat`. With `subject_hash`, the decision only applies to the call that was shown. The turn continues when none of its requests is open. An allowed call runs with the arguments, in the directory and on the file that were shown; if these have changed, a new approval is requested. A denied call becomes an error with your note that the model sees. An expired request counts as denied, an expired tool call as failed.",
    access: OPERATIONS.sessions.answerRequest.access,
    body: jsonBody(AnswerRequestSchema),
    responses: {
      200: jsonResponse("The resolved request.", ResolvedRequestSchema),
    },
    errors: ["already_resolved", "precondition_failed"],
    handler: async ({ service, principal, params, body }) => {
      const { id, session_id, request_id } = params;
      return json(200, await service.sessions.answerRequest(principal, id, session_id, request_id, body));
    },
  }),
];
