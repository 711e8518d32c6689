import { canonicalJson } from "../../runtime/canonical-json.ts";
import { inject, service } from "../../di.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK, LOGGER, SANDBOXES, SETTINGS, STORE, type ServiceSettings } from "../../ports/injection.ts";
import type { Logger } from "../../ports/logger.ts";
import { McpError, type McpOptions, type McpProcess, type McpTarget } from "../../ports/mcp.ts";
import type { SandboxProcess, SandboxProvider } from "../../ports/sandbox.ts";
import type { Store } from "../../ports/store.ts";
import { allowsServer } from "../../config/policy.ts";
import { openEnv, openHeaders } from "../../config/config-codec.ts";
import type { StoredMcpServer } from "../../domain/workspaces/config.ts";
import { noSuchWorkspace } from "../../domain/principals/principal.ts";
import { WorkspaceEnvironment } from "../../workspaces/workspace-environment.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { Redaction } from "../../redaction/redact.ts";
import { inTime } from "../../instance/in-time.ts";
import { McpLink } from "./mcp-link.ts";
import { noServers, turnServers, type TurnLinks, type TurnServers } from "./turn-servers.ts";
import { WorkspaceLinks, type ConfiguredWorkspace, type WantedServer } from "./workspace-links.ts";

/** Unused servers without a connection are forgotten after this long. */
const KEPT_MS = 86_400_000;
/** How often unused servers are looked for. */
const SWEEP_MS = 3_600_000;
/** How many servers are connected to at the same time. */
const AT_A_TIME = 8;
/** How long a turn waits for its servers. It starts without the others. */
const OPEN_MS = 30_000;
/** The process group of servers in a sandbox, which an interrupt of a session does not end. */
const PROCESS_GROUP = "mcp";

interface Known {
  readonly links: WorkspaceLinks;
  /** On the monotonic clock. */
  lastUse: number;
}

/** The connections of this instance to the MCP servers of workspaces. They stay open between turns and close when unused. */
@service()
export class McpServers {
  private readonly workspaces = new Map<string, Known>();
  private nextSweep = 0;

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WorkspaceEnvironment) private readonly environment: WorkspaceEnvironment,
    @inject(Redaction) private readonly redaction: Redaction,
  ) {}

  /**
   * Connects to the servers of a workspace, a few at a time and each with a time limit. Never throws because of a server. With an aborted
   * `signal` it connects to none.
   */
  async open(
    workspace: WorkspaceRecord,
    redact: (text: string) => string,
    signal: AbortSignal,
  ): Promise<TurnServers> {
    const { mcp } = this.settings;
    if (mcp === null) return noServers;
    const links = this.linksOf(workspace, mcp);
    if (links.length === 0) return noServers;
    await this.refresh(links, signal);
    return turnServers({
      links,
      redact,
      trustsReadOnlyHints: mcp.trustsReadOnlyHints ?? false,
      logger: this.logger,
    });
  }

  private async refresh(links: TurnLinks, signal: AbortSignal): Promise<void> {
    const left = links.values();
    const work = async (stop: AbortSignal) => {
      // The workers share one iterator.
      for (const [, link] of left) await link.refresh(stop);
    };
    const refreshing = (stop: AbortSignal) =>
      Promise.all(Array.from({ length: AT_A_TIME }, () => work(stop)));
    const tooLong = () => new McpError("unreachable", "The servers did not answer in time.");
    try {
      await inTime(refreshing, { clock: this.clock, idleMs: OPEN_MS, signal, tooLong });
    } catch {
      // The turn continues with the known tools.
    }
  }

  /** Closes the servers that a changed config no longer names. */
  configChanged(workspace: WorkspaceRecord): void {
    this.workspaces.get(workspace.id)?.links.follow(workspace);
  }

  async remove(workspaceId: string): Promise<void> {
    const known = this.workspaces.get(workspaceId);
    this.workspaces.delete(workspaceId);
    await known?.links.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.workspaces.keys()].map((id) => this.remove(id)));
  }

  private linksOf(workspace: WorkspaceRecord, mcp: McpOptions): TurnLinks {
    this.forgetOld();
    let known = this.workspaces.get(workspace.id);
    if (known === undefined) {
      if (this.wantedBy(workspace, mcp).size === 0) return [];
      known = { links: this.workspaceLinks(workspace, mcp), lastUse: 0 };
      this.workspaces.set(workspace.id, known);
    }
    known.lastUse = this.clock.monotonic();
    return known.links.of(workspace);
  }

  private workspaceLinks(workspace: WorkspaceRecord, mcp: McpOptions): WorkspaceLinks {
    const { clock, logger, settings } = this;
    const { tenant, id: workspaceId } = workspace;
    const { connector } = mcp;
    return new WorkspaceLinks(workspace, {
      wantedBy: (record) => this.wantedBy(record, mcp),
      makeLink: (server, { type, target }, newest) => {
        const redact = async () =>
          this.redaction.redactor((await openEnv(newest().config, workspaceId, settings.secrets)).secrets);
        return new McpLink({ server, type, target, connector, clock, logger, tenant, workspaceId, redact });
      },
    });
  }

  /** The servers of the host and of the config, sorted by name. Keys contain only sealed secrets. */
  private wantedBy(
    { tenant, id, config }: ConfiguredWorkspace,
    mcp: McpOptions,
  ): ReadonlyMap<string, WantedServer> {
    const wanted = new Map<string, WantedServer>();
    for (const [name, server] of Object.entries(config.mcp_servers))
      wanted.set(name, {
        // A server that the policy no longer allows is another server, to which a link cannot connect.
        key: canonicalJson({ ...server, isAllowed: this.allows(tenant, server) }),
        type: "http",
        target: () => this.httpTarget({ tenant, id }, server),
      });
    for (const [name, process] of Object.entries(mcp.processes ?? {})) {
      const start = (stdin: ReadableStream<Uint8Array>) => this.startProcess({ tenant, id }, process, stdin);
      const target = () => Promise.resolve({ type: "process", start } as const);
      wanted.set(name, { key: canonicalJson(process), type: "process", target });
    }
    return new Map([...wanted].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private allows(tenant: string, { url }: StoredMcpServer): boolean {
    return allowsServer(this.settings.policyOf({ tenant, principal: null }), url);
  }

  private async httpTarget(
    { tenant, id }: Pick<WorkspaceRecord, "tenant" | "id">,
    server: StoredMcpServer,
  ): Promise<McpTarget> {
    // The policy may have changed since the config was written.
    if (!this.allows(tenant, server)) throw new McpError("refused", "This host does not allow its address.");
    const { all } = await openHeaders(server, id, this.settings.secrets);
    return { type: "http", url: server.url, headers: all };
  }

  /** Reads the workspace again, because its config may have changed since the turn started. */
  private async startProcess(
    { tenant, id }: Pick<WorkspaceRecord, "tenant" | "id">,
    { command, env = {} }: McpProcess,
    stdin: ReadableStream<Uint8Array>,
  ): Promise<SandboxProcess> {
    const { stdin: takesInput, background } = this.sandboxes.capabilities;
    if (!takesInput || !background)
      throw new McpError(
        "refused",
        "It would run in the sandbox, but this host's sandbox cannot run servers.",
      );
    const workspace = await this.store.workspaces.get(tenant, id);
    if (workspace === null || workspace.status === "deleting") throw noSuchWorkspace();
    const sandbox = await this.environment.open(workspace, await this.environment.mounts(workspace));
    return sandbox.spawn({ command, env, stdin, group: PROCESS_GROUP });
  }

  /** Forgets unused servers, and workspaces without servers. */
  private forgetOld(): void {
    const now = this.clock.monotonic();
    if (now < this.nextSweep) return;
    this.nextSweep = now + SWEEP_MS;
    const before = now - KEPT_MS;
    for (const [workspaceId, { links, lastUse }] of this.workspaces)
      if (links.forgetUnused(before) && lastUse < before) this.workspaces.delete(workspaceId);
  }
}
