import type { InjectionToken } from "../di.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** What this instance does in workspaces beside their files and sandboxes. What runs sessions implements it. */
export interface WorkspaceActivity {
  /** Interrupts what runs in the workspace and closes what was opened for it. */
  end(workspaceId: string): Promise<void>;
  /** The config of the workspace is another. */
  configChanged(workspace: WorkspaceRecord): void;
  /** The sessions that somebody reads here at this moment, of all workspaces. */
  readSessions(): readonly string[];
  /** Ends the readers of a session that was deleted. */
  sessionGone(sessionId: string): void;
}

export const WORKSPACE_ACTIVITY: InjectionToken<WorkspaceActivity> = Symbol.for(
  "workspace-agent.workspace-activity",
);
