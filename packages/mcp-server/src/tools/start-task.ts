import { OPERATIONS } from "@workspace-agent/core/internal";
import { AcceptedTurnSchema, ChatSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { IdempotencyKey, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

const { message, prompt, session_id, on_busy, limits, metadata, output, attachments } = ChatSchema.entries;

export const startTask = defineTool({
  name: "start_task",
  title: "Start a task",
  description:
    "Start a task for the hosted agent of a workspace. Returns immediately; the task is stored durably and continues whether or not anybody waits. Provide `message`, or `prompt` for a prompt of the library. The agent only knows that message, the files of the workspace and the session so far, so describe the task, its inputs and the expected result. Without `session_id`, a new conversation starts; with it, the agent continues that one. Then call get_task with the three ids.",
  access: OPERATIONS.chat.send.access,
  rateLimit: "turns",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: v.strictObject({
    workspace_id: WorkspaceId,
    message,
    prompt,
    session_id: v.optional(
      v.pipe(
        session_id.wrapped,
        v.description("The session of an earlier task, to continue its conversation."),
      ),
    ),
    on_busy,
    limits: v.optional(
      v.pipe(
        limits.wrapped,
        v.description("Limits of this task; they cannot exceed those of the workspace."),
      ),
    ),
    attachments,
    output: v.optional(
      v.pipe(
        output.wrapped,
        v.description(
          "Require an output that meets a JSON Schema: get_task then returns it in `output`. Without a valid one the task fails.",
        ),
      ),
    ),
    metadata: v.optional(
      v.pipe(metadata.wrapped, v.description("Notes on this task for programs: up to 16 pairs of texts.")),
    ),
    idempotency_key: IdempotencyKey,
  }),
  output: v.strictObject({ workspace_id: v.string(), ...AcceptedTurnSchema.entries }),
  async run({ workspace_id, idempotency_key, ...chat }, { call }) {
    const { service, principal, traceparent } = call;
    const message = { ...chat, source: "api" } as const;
    const options = { idempotencyKey: idempotency_key, traceparent: traceparent ?? undefined };
    const { session_id, turn_id, status } = await service.chat.send(
      principal,
      workspace_id,
      message,
      options,
    );
    return { workspace_id, session_id, turn_id, status };
  },
});
