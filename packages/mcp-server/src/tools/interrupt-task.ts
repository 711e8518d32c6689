import { OPERATIONS } from "@workspace-agent/core/internal";
import * as v from "valibot";
import { SessionId, WorkspaceId } from "./arguments.ts";
import { defineTool } from "./tool.ts";

export const interruptTask = defineTool({
  name: "interrupt_task",
  title: "Interrupt a task",
  description:
    "Interrupt the hosted agent in a session: the model and all processes of the task are stopped, and the status becomes `interrupted`. The conversation and the files are kept; start_task with the same `session_id` continues.",
  access: OPERATIONS.sessions.interrupt.access,
  rateLimit: "writes",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: v.strictObject({ workspace_id: WorkspaceId, session_id: SessionId }),
  output: v.strictObject({
    interrupted: v.pipe(v.boolean(), v.description("False if nothing was running.")),
  }),
  run: async ({ workspace_id, session_id }, { call: { service, principal } }) =>
    await service.sessions.interrupt(principal, workspace_id, session_id),
});
