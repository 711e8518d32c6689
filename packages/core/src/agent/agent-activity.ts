import { inject, service } from "../di.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { LiveFeed } from "../sessions/live-feed.ts";
import { Runner } from "../sessions/runner.ts";
import type { WorkspaceActivity } from "../workspaces/workspace-activity.ts";
import { McpServers } from "./mcp/mcp-servers.ts";

/** What runs for workspaces on this instance: turns, connections to MCP servers, and readers. */
@service()
export class AgentActivity implements WorkspaceActivity {
  constructor(
    @inject(Runner) private readonly runner: Runner,
    @inject(McpServers) private readonly servers: McpServers,
    @inject(LiveFeed) private readonly feed: LiveFeed,
  ) {}

  async end(workspaceId: string): Promise<void> {
    await this.runner.interruptWorkspace(workspaceId);
    await this.servers.remove(workspaceId);
  }

  configChanged(workspace: WorkspaceRecord): void {
    this.servers.configChanged(workspace);
  }

  readSessions(): readonly string[] {
    return this.feed.watched();
  }

  sessionGone(sessionId: string): void {
    this.feed.publish(sessionId, { type: "gone" });
  }
}
