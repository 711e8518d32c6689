import * as v from "valibot";
import { SessionId, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

export const interruptTask = defineTool({
  name: "interrupt_task",
  title: "Interrupt a task",
  description:
    "Stop what the hosted agent is doing in a session: the model is stopped, every process of the task is killed, and its status becomes `interrupted`. The conversation and the files stay; start_task with the same `session_id` goes on.",
  scope: "chat",
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: v.strictObject({ workspace_id: WorkspaceId, session_id: SessionId }),
  output: v.strictObject({
    interrupted: v.pipe(v.boolean(), v.description("False: there was nothing to stop.")),
  }),
  run: async ({ workspace_id, session_id }, { call: { service, principal } }) =>
    await service.sessions.interrupt(principal, workspace_id, session_id),
});
