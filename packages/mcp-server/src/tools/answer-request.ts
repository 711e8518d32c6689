import {
  type AnswerRequest,
  ApprovalDecisionSchema,
  QuestionAnswersSchema,
  ResolvedRequestSchema,
} from "@workspace-agent/core/schemas";
import { OPERATIONS } from "@workspace-agent/core/internal";
import * as v from "valibot";
import { Id, SessionId, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

const { decision, note, subject_hash } = ApprovalDecisionSchema.entries;
const { answers } = QuestionAnswersSchema.entries;

export const answerRequest = defineTool({
  name: "answer_request",
  title: "Answer a request",
  description:
    "Send the answer of a person to a request of the hosted agent (`pending_requests` of get_task): a `decision` for an `approval`, or `answers` for a `question`. A `tool_call` is answered by the program that gave the tool, over the REST API. An approval requires a token with the scope `approve`. Do not decide for the person: ask first, show all of `arguments` and `subject` unchanged, and send `subject_hash`. The task continues when none of its requests is open.",
  access: OPERATIONS.sessions.answerRequest.access,
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: v.strictObject({
    workspace_id: WorkspaceId,
    session_id: SessionId,
    request_id: v.pipe(Id, v.description("The `id` of the pending request.")),
    decision: v.optional(v.pipe(decision, v.description("For an approval: whether the call is allowed."))),
    note,
    subject_hash,
    answers: v.optional(answers),
  }),
  output: ResolvedRequestSchema,
  async run({ workspace_id, session_id, request_id, ...given }, { call: { service, principal } }) {
    return await service.sessions.answerRequest(
      principal,
      workspace_id,
      session_id,
      request_id,
      given as AnswerRequest,
    );
  },
});
