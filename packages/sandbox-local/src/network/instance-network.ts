import type { NetworkAccess, NetworkRefusal } from "@workspace-agent/core/ports";
import type { EgressProxy, NetworkOptions } from "@workspace-agent/sandbox-process/egress";
import { listenInside } from "./listen-inside.ts";

/** The egress gateway of one instance: a proxy in this process, on a port of the instance's own loopback. */
export class InstanceNetwork {
  private proxy: EgressProxy | null = null;
  /** The variables that name the proxy; empty until `open`. */
  env: Readonly<Record<string, string>> = {};

  constructor(
    private readonly access: Exclude<NetworkAccess, "none">,
    private readonly options: NetworkOptions,
    private readonly nsenter: string,
    private readonly onRefused: (refusal: NetworkRefusal) => void,
  ) {}

  /** Opens the port in the namespaces of a process, and closes an earlier one. Throws `sandbox_unavailable`. */
  async open(pid: number): Promise<void> {
    // Most workspaces have no network: without one, the server starts faster.
    const egress = await import("@workspace-agent/sandbox-process/egress");
    await this.close();
    const server = await listenInside(this.nsenter, pid, egress.PROXY_PORT);
    this.proxy = egress.egressProxy({ ...this.options, access: this.access, onRefused: this.onRefused });
    this.proxy.attach(server);
    this.env = egress.proxyEnvironment();
  }

  async close(): Promise<void> {
    const { proxy } = this;
    this.proxy = null;
    await proxy?.close();
  }
}
