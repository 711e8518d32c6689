import { networkInterfaces } from "node:os";
import { isPublicAddress } from "./is-public-address.ts";
import { NamedNetworks } from "./named-networks.ts";

/** The addresses of this host's interfaces. A service that listens on all interfaces is as open there as on loopback. */
function addressesOfThisHost(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((own = []) => own.map(({ address }) => address));
}

/**
 * Whether an address may be reached without an exception by the host: it is of the public internet, and none of this host's own. Applies to
 * every connection that a caller, a config or a command chooses.
 */
export function isReachable(
  address: string,
  ownAddresses: readonly string[] = addressesOfThisHost(),
): boolean {
  if (!isPublicAddress(address)) return false;
  return !new NamedNetworks(ownAddresses.filter((own) => !own.includes("%"))).has(address);
}
