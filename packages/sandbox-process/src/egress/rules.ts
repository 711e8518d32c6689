import type { NetworkAccess, NetworkRefusal } from "@workspace-agent/core/ports";
import {
  isReachable,
  NamedNetworks,
  resolveByNameServers,
  type ResolvedAddress,
  type ResolveHost,
} from "@workspace-agent/public-address";
import { matchesPattern, type Authority, type Host } from "./host.ts";

export interface RulesOptions {
  /** `open`: every public host. */
  readonly access: Exclude<NetworkAccess, "none">;
  /** Default 80 and 443. */
  readonly ports?: readonly number[];
  /**
   * Further ports, on which a tunnel may carry any protocol, such as ssh, and so reach any site behind that address. On the others, where
   * a config names hosts, a tunnel carries TLS for its host only. Default none.
   */
  readonly rawPorts?: readonly number[];
  /** Private ranges that may be reached, such as `10.1.0.0/16`; the config has to allow the host's name as well. Default none. */
  readonly privateNetworks?: readonly string[];
  /** Looks names up. Default: by the name servers of this host. */
  readonly resolve?: ResolveHost;
  /** The addresses of this host, which are refused unless `privateNetworks` has them. Default: those of its interfaces, read for each connection. */
  readonly ownAddresses?: () => readonly string[];
}

/** The decision on a connection. Only the returned addresses, which were checked, may be dialled. */
type Verdict =
  | { readonly type: "allowed"; readonly addresses: readonly ResolvedAddress[] }
  | { readonly type: "refused"; readonly refusal: NetworkRefusal }
  | { readonly type: "unresolved" };

/** What one workspace may reach. */
export class Rules {
  private readonly ports: ReadonlySet<number>;
  private readonly rawPorts: ReadonlySet<number>;
  private readonly networks: NamedNetworks;
  private readonly resolve: ResolveHost;

  /** Throws `RangeError` for an invalid private network. */
  constructor(private readonly options: RulesOptions) {
    this.rawPorts = new Set(options.rawPorts);
    this.ports = new Set([...(options.ports ?? [80, 443]), ...this.rawPorts]);
    this.networks = new NamedNetworks(options.privateNetworks);
    this.resolve = options.resolve ?? resolveByNameServers;
  }

  /** Whether a tunnel to this port is limited to TLS for its host. */
  examines(port: number): boolean {
    return this.options.access !== "open" && !this.rawPorts.has(port);
  }

  /** Looks the host up once. Rethrows the resolver's errors. */
  async check({ host, port }: Authority, signal: AbortSignal): Promise<Verdict> {
    const refused = (reason: string): Verdict => ({
      type: "refused",
      refusal: { host: host.text, port, reason },
    });
    if (!this.isNamed(host)) return refused("not in the workspace's list of hosts");
    if (!this.ports.has(port))
      return refused(`only the ports ${[...this.ports].join(" and ")} may be reached`);
    const found = await this.addressesOf(host, signal);
    if (found.length === 0) return { type: "unresolved" };
    const addresses = found.filter(({ address }) => this.mayBeDialled(address));
    if (addresses.length > 0) return { type: "allowed", addresses };
    return refused("its address is private, or belongs to this host");
  }

  private isNamed(host: Host): boolean {
    const { access } = this.options;
    return access === "open" || access.allow.some((pattern) => matchesPattern(host, pattern));
  }

  private async addressesOf(host: Host, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    if (host.type === "name") return this.resolve(host.text, signal);
    return [{ address: host.text, family: host.family }];
  }

  private mayBeDialled(address: string): boolean {
    return this.networks.has(address) || isReachable(address, this.options.ownAddresses?.());
  }
}
