import type { McpTarget } from "../../ports/mcp.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { McpLink } from "./mcp-link.ts";

/** A configured server. A different `key` means a different server. */
export interface WantedServer {
  readonly key: string;
  readonly type: McpTarget["type"];
  readonly target: () => Promise<McpTarget>;
}

export type ConfiguredWorkspace = Pick<WorkspaceRecord, "id" | "tenant" | "config" | "config_version">;

interface WorkspaceLinksOptions {
  /** The servers of a workspace by name, in the order of their tools. */
  readonly wantedBy: (workspace: ConfiguredWorkspace) => ReadonlyMap<string, WantedServer>;
  /** `newest` returns the workspace with the newest known config. */
  readonly makeLink: (server: string, wanted: WantedServer, newest: () => ConfiguredWorkspace) => McpLink;
}

/** The links to the servers of one workspace, by the newest config known to this instance. */
export class WorkspaceLinks {
  private readonly links = new Map<string, { readonly key: string; readonly link: McpLink }>();

  constructor(
    private newest: ConfiguredWorkspace,
    private readonly options: WorkspaceLinksOptions,
  ) {}

  /** The links for a turn. With an older config, only the servers that are the same in the newest config. */
  of(workspace: ConfiguredWorkspace): (readonly [server: string, link: McpLink])[] {
    const wanted = this.follow(workspace);
    const asked = this.options.wantedBy(workspace);
    return [...wanted].flatMap(([server, now]) =>
      asked.get(server)?.key === now.key ? [[server, this.linkTo(server, now)] as const] : [],
    );
  }

  /** Closes the servers that the newest config no longer names, and returns those that it names. */
  follow(workspace: ConfiguredWorkspace): ReadonlyMap<string, WantedServer> {
    if (workspace.config_version >= this.newest.config_version) this.newest = workspace;
    const wanted = this.options.wantedBy(this.newest);
    for (const [server, { key, link }] of this.links) {
      if (wanted.get(server)?.key === key) continue;
      this.links.delete(server);
      void link.close();
    }
    return wanted;
  }

  private linkTo(server: string, wanted: WantedServer): McpLink {
    const known = this.links.get(server);
    if (known !== undefined) return known.link;
    const link = this.options.makeLink(server, wanted, () => this.newest);
    this.links.set(server, { key: wanted.key, link });
    return link;
  }

  /** Forgets unconnected servers last used before a time on the monotonic clock. Returns whether none is left. */
  forgetUnused(before: number): boolean {
    for (const [server, { link }] of this.links)
      if (!link.isConnected && link.lastUse < before) this.links.delete(server);
    return this.links.size === 0;
  }

  async close(): Promise<void> {
    await Promise.all([...this.links.values()].map(({ link }) => link.close()));
  }
}
