import { AcceptedTurnSchema, ChatSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { IdempotencyKey, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

const { message, prompt, session_id, on_busy, limits } = ChatSchema.entries;

export const startTask = defineTool({
  name: "start_task",
  title: "Start a task",
  description:
    "Hand a task to the hosted agent of a workspace. It answers at once: the task is durable then, and goes on whether or not anybody watches. Give `message`, or `prompt` for one of the library's; the agent knows nothing but that message, the files of the workspace and the session so far, so say what is to be done, with what, and what the result should be. Without `session_id` a new conversation begins; with it, the agent goes on in that one. Then call get_task with the three ids.",
  scope: "chat",
  rateLimit: "turns",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: v.strictObject({
    workspace_id: WorkspaceId,
    message,
    prompt,
    session_id: v.optional(
      v.pipe(session_id.wrapped, v.description("Of an earlier task, to go on in its conversation.")),
    ),
    on_busy,
    limits: v.optional(
      v.pipe(
        limits.wrapped,
        v.description("Of this task alone: they may only be lower than the workspace's."),
      ),
    ),
    idempotency_key: IdempotencyKey,
  }),
  output: v.strictObject({ workspace_id: v.string(), ...AcceptedTurnSchema.entries }),
  async run({ workspace_id, idempotency_key, ...chat }, { call }) {
    const { service, principal, traceparent } = call;
    const { session_id, turn_id, status } = await service.chat.send(
      principal,
      workspace_id,
      { ...chat, source: "api" },
      {
        ...(idempotency_key === undefined ? {} : { idempotencyKey: idempotency_key }),
        ...(traceparent === null ? {} : { traceparent }),
      },
    );
    return { workspace_id, session_id, turn_id, status };
  },
});
