import { canonicalJson } from "../../canonical-json.ts";
import { inject, injectable } from "../../di.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, LOGGER, SANDBOXES, SETTINGS, STORE, type ServiceSettings } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import { McpError, type McpOptions, type McpProcess, type McpTarget } from "../../ports/mcp.ts";
import type { SandboxProcess, SandboxProvider } from "../../ports/sandbox.ts";
import type { Store } from "../../ports/store.ts";
import { allowsServer } from "../../principals/policy.ts";
import { openEnv, openHeaders } from "../../workspaces/config-codec.ts";
import type { StoredMcpServer } from "../../workspaces/config.ts";
import { noSuchWorkspace } from "../../workspaces/workspace-access.ts";
import { WorkspacePlace } from "../../workspaces/workspace-place.ts";
import type { WorkspaceRecord } from "../../workspaces/workspace.ts";
import { redactor } from "../redact.ts";
import { McpLink } from "./mcp-link.ts";
import { noServers, turnServers, type TurnServers } from "./turn-servers.ts";

/** What is known of a server that is not connected is forgotten after so long. */
const KEPT_MS = 86_400_000;
/** Names the processes of servers in a sandbox: they outlive an interrupt of a session. */
const PROCESS_GROUP = "mcp";

/** A server that a workspace has, and what tells whether it still is the same. */
interface Wanted {
  readonly key: string;
  readonly type: McpTarget["type"];
  readonly target: () => Promise<McpTarget>;
}

interface Known {
  readonly key: string;
  readonly link: McpLink;
}

/** The connections of this instance to the MCP servers of workspaces. They are kept between turns, and closed when nobody uses them. */
@injectable()
export class McpServers {
  private readonly workspaces = new Map<string, Map<string, Known>>();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WorkspacePlace) private readonly place: WorkspacePlace,
  ) {}

  /** Reaches the servers of a workspace, side by side and each within its time. Throws nothing that a server can cause. */
  async open(workspace: WorkspaceRecord, signal: AbortSignal): Promise<TurnServers> {
    const { mcp, secrets } = this.settings;
    if (mcp === null) return noServers;
    const links = this.linksOf(workspace, mcp);
    if (links.length === 0) return noServers;
    await Promise.all(links.map(([, link]) => link.refresh(signal)));
    const opened = await openEnv(workspace.config, workspace.id, secrets);
    return turnServers({
      links,
      redact: redactor(opened.secrets),
      trustsReadOnlyHints: mcp.trustsReadOnlyHints ?? false,
      logger: this.logger,
    });
  }

  /** Closes what a changed config no longer names. */
  configChanged(workspace: WorkspaceRecord): void {
    const { mcp } = this.settings;
    const known = this.workspaces.get(workspace.id);
    if (mcp !== null && known !== undefined) this.closeOthers(known, this.wantedBy(workspace, mcp));
  }

  async remove(workspaceId: string): Promise<void> {
    const known = this.workspaces.get(workspaceId);
    this.workspaces.delete(workspaceId);
    await Promise.all([...(known?.values() ?? [])].map(({ link }) => link.close()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.workspaces.keys()].map((id) => this.remove(id)));
  }

  private linksOf(workspace: WorkspaceRecord, mcp: McpOptions): (readonly [string, McpLink])[] {
    this.forgetOld();
    const wanted = this.wantedBy(workspace, mcp);
    const known = this.workspaces.get(workspace.id) ?? new Map<string, Known>();
    this.closeOthers(known, wanted);
    if (wanted.size > 0) this.workspaces.set(workspace.id, known);
    return [...wanted].map(([server, { key, type, target }]) => {
      const link =
        known.get(server)?.link ??
        new McpLink({
          server,
          type,
          target,
          connector: mcp.connector,
          clock: this.clock,
          logger: this.logger,
          workspaceId: workspace.id,
        });
      known.set(server, { key, link });
      return [server, link] as const;
    });
  }

  private closeOthers(known: Map<string, Known>, wanted: ReadonlyMap<string, Wanted>): void {
    for (const [server, { key, link }] of known) {
      if (wanted.get(server)?.key === key) continue;
      known.delete(server);
      void link.close();
    }
  }

  /** Those of the host and of the config, sorted by name. Keys hold sealed secrets, and no open one. */
  private wantedBy({ tenant, id, config }: WorkspaceRecord, mcp: McpOptions): ReadonlyMap<string, Wanted> {
    const ofConfig = Object.entries(config.mcp_servers).map(([name, server]): [string, Wanted] => [
      name,
      { key: canonicalJson(server), type: "http", target: () => this.httpTarget(id, server) },
    ]);
    const ofHost = Object.entries(mcp.processes ?? {}).map(([name, process]): [string, Wanted] => [
      name,
      {
        key: canonicalJson(process),
        type: "process",
        target: () =>
          Promise.resolve({
            type: "process",
            start: (stdin) => this.startProcess({ tenant, id }, process, stdin),
          }),
      },
    ]);
    return new Map([...ofConfig, ...ofHost].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private async httpTarget(workspaceId: string, server: StoredMcpServer): Promise<McpTarget> {
    // The policy may be another than when the config was written.
    if (!allowsServer(this.settings.policy, server.url))
      throw new McpError("refused", "This host does not allow its address.");
    const { all } = await openHeaders(server, workspaceId, this.settings.secrets);
    return { type: "http", url: server.url, headers: all };
  }

  /** Read anew: the sandbox may have been changed since the turn began. */
  private async startProcess(
    { tenant, id }: Pick<WorkspaceRecord, "tenant" | "id">,
    { command, env = {} }: McpProcess,
    stdin: ReadableStream<Uint8Array>,
  ): Promise<SandboxProcess> {
    const { stdin: takesInput, background } = this.sandboxes.capabilities;
    if (!takesInput || !background)
      throw new McpError(
        "refused",
        "It would run in the sandbox, and this host's sandbox cannot run servers.",
      );
    const workspace = await this.store.workspaces.get(tenant, id);
    if (workspace === null || workspace.status === "deleting") throw noSuchWorkspace();
    const sandbox = await this.place.open(workspace, await this.place.mounts(workspace));
    return sandbox.spawn({ command, env, stdin, group: PROCESS_GROUP });
  }

  /** So that workspaces that came and went leave nothing behind. */
  private forgetOld(): void {
    const before = this.clock.monotonic() - KEPT_MS;
    for (const [workspaceId, known] of this.workspaces) {
      for (const [server, { link }] of known)
        if (!link.isConnected && link.lastUse < before) known.delete(server);
      if (known.size === 0) this.workspaces.delete(workspaceId);
    }
  }
}
