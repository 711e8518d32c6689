import { networkInterfaces } from "node:os";
import { isPublicAddress } from "./is-public-address.ts";
import { NamedNetworks } from "./named-networks.ts";

/** Forms of IPv6 with an IPv4 address inside (mapped, NAT64): whoever means that address can say so. */
const TRANSLATED = new NamedNetworks(["::ffff:0:0/96", "64:ff9b::/96"]);

/** The addresses of this host's interfaces. A service that listens on all of them is as open there as on loopback. */
export function addressesOfThisHost(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((own = []) => own.map(({ address }) => address));
}

/**
 * Whether an address may be reached that the host did not allow by name or range: it is one of the public internet, and none of this
 * host's own. Every connection that a caller, a config or a command chooses is held to this.
 */
export function isReachable(
  address: string,
  ownAddresses: readonly string[] = addressesOfThisHost(),
): boolean {
  if (!isPublicAddress(address) || TRANSLATED.has(address)) return false;
  return !new NamedNetworks(ownAddresses.filter((own) => !own.includes("%"))).has(address);
}
