import * as v from "valibot";
import { body, id, optionalBody, parameter, parameters, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { PageRequestSchema } from "../domain/paging.ts";
import { AnswerRequestSchema } from "../domain/sessions/request.ts";
import { ForkSessionSchema, UpdateSessionSchema } from "../domain/sessions/session.ts";
import { EventStreamOptionsSchema, LogQuerySchema, WaitSchema } from "../domain/sessions/session-query.ts";
import { createOptions } from "../idempotency/create-options.ts";
import type { SessionsApi } from "./sessions-api.ts";

const page = parameters(PageRequestSchema);
const logPage = parameters(LogQuerySchema);
const wait = parameter("wait", v.optional(WaitSchema));

export const sessionOperations: Operations<SessionsApi> = {
  list: { access: "workspaces:read", inputs: [workspaceId, page] },
  get: { access: "workspaces:read", inputs: [workspaceId, id, wait] },
  update: { access: "workspaces:write", inputs: [workspaceId, id, body(UpdateSessionSchema)] },
  fork: { access: "chat", inputs: [workspaceId, id, optionalBody(ForkSessionSchema), createOptions] },
  delete: { access: "workspaces:write", inputs: [workspaceId, id] },
  turns: { access: "workspaces:read", inputs: [workspaceId, id, page] },
  turn: { access: "workspaces:read", inputs: [workspaceId, id, id, wait] },
  messages: { access: "workspaces:read", inputs: [workspaceId, id, logPage] },
  transcript: { access: "workspaces:read", inputs: [workspaceId, id] },
  transcriptTexts: { access: "workspaces:read", inputs: [workspaceId, id] },
  eventPage: { access: "workspaces:read", inputs: [workspaceId, id, logPage] },
  events: { access: "workspaces:read", inputs: [workspaceId, id, parameters(EventStreamOptionsSchema)] },
  // Which of the two depends on the kind of the request.
  answerRequest: { access: ["chat", "approve"], inputs: [workspaceId, id, id, body(AnswerRequestSchema)] },
  interrupt: { access: "chat", inputs: [workspaceId, id] },
};
