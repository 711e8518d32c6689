import type { ResolveHost } from "@workspace-agent/egress";

/** What the host lets the networks of its workspaces reach, beside what their configs name. */
export interface NetworkOptions {
  /** Default 80 and 443. */
  readonly ports?: readonly number[];
  /** Ranges that are none of the public internet and may be reached all the same, as `10.1.0.0/16`; the host's name must be allowed too. Default none. */
  readonly privateNetworks?: readonly string[];
  /** Looks names up. Default: asks the name servers of this host. */
  readonly resolve?: ResolveHost;
}
