import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { emptySession } from "../domain/sessions/project-session.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

/** A session before its first event. */
export function newSession(workspace: WorkspaceRecord, id: string): SessionRecord {
  return {
    id,
    tenant: workspace.tenant,
    workspace_id: workspace.id,
    placement: workspace.placement,
    principal: "",
    name: null,
    metadata: {},
    parent: null,
    state: emptySession,
    next_seq: 1,
    owner: null,
    epoch: 0,
    lease_until: 0,
    attempts: 0,
    interrupt_turn_id: null,
    steering: 0,
  };
}
