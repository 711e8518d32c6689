import * as v from "valibot";
import { body, parameter, parameters, SignalSchema, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { ChatSchema, type AcceptedTurn } from "../domain/sessions/chat.ts";
import { ResultWaitSchema } from "../domain/sessions/session-query.ts";
import { CreateOptionsSchema, OPTION_NAMES } from "../idempotency/create-options.ts";
import type { ChatApi } from "./chat-api.ts";

const ChatOptionsSchema = v.strictObject({
  ...CreateOptionsSchema.entries,
  traceparent: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/, "must be a trace context of version 00"),
    ),
  ),
});

const address = { session_id: v.string(), turn_id: v.string() };
const isAccepted = (turn: unknown) =>
  v.is(v.looseObject({ ...address, first_seq: v.pipe(v.number(), v.integer(), v.minValue(1)) }), turn);

export const chatOperations: Operations<ChatApi> = {
  send: {
    access: "chat",
    inputs: [workspaceId, body(ChatSchema), parameters(ChatOptionsSchema, OPTION_NAMES)],
  },
  stream: {
    access: "chat",
    inputs: [
      workspaceId,
      parameter("turn", v.custom<AcceptedTurn>(isAccepted, "must be a turn that send returned")),
      parameters(v.strictObject({ signal: v.optional(SignalSchema) })),
    ],
  },
  // For who waits for the answer to a message, and for who reads the session.
  result: {
    access: ["chat", "workspaces:read"],
    inputs: [workspaceId, parameter("turn", v.looseObject(address)), parameter("wait", ResultWaitSchema)],
  },
};
