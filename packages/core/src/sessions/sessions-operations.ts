import * as v from "valibot";
import { body, id, optionalBody, parameter, parameters, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { UpdateTurnSchema } from "../domain/sessions/chat.ts";
import { AnswerRequestSchema } from "../domain/sessions/request.ts";
import { ForkSessionSchema, UpdateSessionSchema } from "../domain/sessions/session.ts";
import {
  EventStreamOptionsSchema,
  FilteredQuerySchema,
  LogQuerySchema,
  MessageQuerySchema,
  TranscriptQuerySchema,
  WaitSchema,
} from "../domain/sessions/session-query.ts";
import { createOptions } from "../idempotency/create-options.ts";
import type { SessionsApi } from "./sessions-api.ts";

const sessionId = parameter("session_id", v.pipe(v.string(), v.minLength(1), v.maxLength(64)));
const page = parameters(FilteredQuerySchema);
const logPage = parameters(LogQuerySchema);
const messagePage = parameters(MessageQuerySchema);
const wait = parameter("wait", v.optional(WaitSchema));

export const sessionOperations: Operations<SessionsApi> = {
  list: { access: "workspaces:read", inputs: [workspaceId, page] },
  get: { access: "workspaces:read", inputs: [workspaceId, sessionId, wait] },
  update: { access: "workspaces:write", inputs: [workspaceId, sessionId, body(UpdateSessionSchema)] },
  fork: { access: "chat", inputs: [workspaceId, sessionId, optionalBody(ForkSessionSchema), createOptions] },
  delete: { access: "workspaces:write", inputs: [workspaceId, sessionId] },
  turns: { access: "workspaces:read", inputs: [workspaceId, sessionId, page] },
  turn: { access: "workspaces:read", inputs: [workspaceId, sessionId, id, wait] },
  updateTurn: { access: "chat", inputs: [workspaceId, sessionId, id, body(UpdateTurnSchema)] },
  withdrawTurn: { access: "chat", inputs: [workspaceId, sessionId, id] },
  messages: { access: "workspaces:read", inputs: [workspaceId, sessionId, messagePage] },
  transcript: { access: "workspaces:read", inputs: [workspaceId, sessionId] },
  transcriptTexts: {
    access: "workspaces:read",
    inputs: [workspaceId, sessionId, parameters(TranscriptQuerySchema)],
  },
  export: { access: "workspaces:read", inputs: [workspaceId, sessionId] },
  eventPage: { access: "workspaces:read", inputs: [workspaceId, sessionId, logPage] },
  events: {
    access: "workspaces:read",
    inputs: [workspaceId, sessionId, parameters(EventStreamOptionsSchema)],
  },
  // Which of the two depends on the kind of the request.
  answerRequest: {
    access: ["chat", "approve"],
    inputs: [workspaceId, sessionId, id, body(AnswerRequestSchema)],
  },
  interrupt: { access: "chat", inputs: [workspaceId, sessionId] },
};
