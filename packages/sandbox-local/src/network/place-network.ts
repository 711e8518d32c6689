import type { NetworkAccess, NetworkRefusal } from "@workspace-agent/core/ports";
import type { EgressProxy, NetworkOptions, Refusals } from "@workspace-agent/egress";
import { listenInside } from "./listen-inside.ts";

/** The way out of one place: a proxy in this process, reached by a port on the place's own loopback. */
export class PlaceNetwork {
  private proxy: EgressProxy | null = null;
  private refusals: Refusals | null = null;
  /** The variables that name the proxy; empty before it is open. */
  env: Readonly<Record<string, string>> = {};

  constructor(
    private readonly access: Exclude<NetworkAccess, "none">,
    private readonly options: NetworkOptions,
    private readonly nsenter: string,
    private readonly onRefused: () => void,
  ) {}

  /** Opens the port in the namespaces of a process, in the place of an earlier one. Throws `sandbox_unavailable`. */
  async open(pid: number): Promise<void> {
    // Most places have no network, and a server without any starts without its code.
    const { egressProxy, proxyEnvironment, PROXY_PORT, Refusals } = await import("@workspace-agent/egress");
    await this.close();
    const refusals = (this.refusals ??= new Refusals());
    const server = await listenInside(this.nsenter, pid, PROXY_PORT);
    this.proxy = egressProxy({
      ...this.options,
      access: this.access,
      onRefused: (refusal) => {
        refusals.add(refusal);
        this.onRefused();
      },
    });
    this.proxy.attach(server);
    this.env = proxyEnvironment();
  }

  takeRefusals(): readonly NetworkRefusal[] {
    return this.refusals?.take() ?? [];
  }

  async close(): Promise<void> {
    const { proxy } = this;
    this.proxy = null;
    await proxy?.close();
  }
}
