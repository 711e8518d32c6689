import type { McpTarget } from "../../ports/mcp.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { McpLink } from "./mcp-link.ts";

/** A server that a workspace has, and what tells whether it still is the same. */
export interface WantedServer {
  readonly key: string;
  readonly type: McpTarget["type"];
  readonly target: () => Promise<McpTarget>;
}

export type ConfiguredWorkspace = Pick<WorkspaceRecord, "id" | "tenant" | "config" | "config_version">;

export interface WorkspaceLinksOptions {
  /** The servers of a workspace by name, in the order in which they are offered. */
  readonly wantedBy: (workspace: ConfiguredWorkspace) => ReadonlyMap<string, WantedServer>;
  /** `newest` gives the workspace with the newest config that was seen. */
  readonly makeLink: (server: string, wanted: WantedServer, newest: () => ConfiguredWorkspace) => McpLink;
}

/** The links to the servers of one workspace, as the newest config that was seen here names them. */
export class WorkspaceLinks {
  private readonly links = new Map<string, { readonly key: string; readonly link: McpLink }>();

  constructor(
    private newest: ConfiguredWorkspace,
    private readonly options: WorkspaceLinksOptions,
  ) {}

  /** The links for a turn. One that runs with an older config has the servers that the newest names alike, and brings no other back. */
  of(workspace: ConfiguredWorkspace): (readonly [server: string, link: McpLink])[] {
    const wanted = this.follow(workspace);
    const asked = this.options.wantedBy(workspace);
    return [...wanted].flatMap(([server, now]) =>
      asked.get(server)?.key === now.key ? [[server, this.linkTo(server, now)] as const] : [],
    );
  }

  /** Closes what a newer config no longer names, and gives what the newest does. */
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

  /** Forgets servers that were last used before, on the monotonic clock; true: none is left. */
  forgetUnused(before: number): boolean {
    for (const [server, { link }] of this.links)
      if (!link.isConnected && link.lastUse < before) this.links.delete(server);
    return this.links.size === 0;
  }

  async close(): Promise<void> {
    await Promise.all([...this.links.values()].map(({ link }) => link.close()));
  }
}
