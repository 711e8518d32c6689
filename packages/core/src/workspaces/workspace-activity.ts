import type { InjectionToken } from "../di.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** The activity of this instance in workspaces, apart from files and sandboxes. The part that runs sessions implements it. */
export interface WorkspaceActivity {
  /** Interrupts the runs in the workspace and closes its connections. */
  end(workspaceId: string): Promise<void>;
  /** The config of the workspace has changed. */
  configChanged(workspace: WorkspaceRecord): void;
  /** The sessions that have readers on this instance now, of all workspaces. */
  readSessions(): readonly string[];
  /** Ends the readers of a session that was deleted. */
  sessionGone(sessionId: string): void;
}

export const WORKSPACE_ACTIVITY: InjectionToken<WorkspaceActivity> = Symbol.for(
  "workspace-agent.workspace-activity",
);
