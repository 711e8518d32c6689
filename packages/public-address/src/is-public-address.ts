import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;

/** All of IPv6 that is given out as global unicast (RFC 4291; IANA's registry of the address space): the rest of it reaches nobody, or not yet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** A public address by its number that a cloud answers inside its own network: Azure's WireServer, which returns credentials. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** The IPv4 address in the last 32 bits of one of IPv6. */
function embeddedV4(address: Address): string {
  return address.toByteArray().slice(-4).join(".");
}

/**
 * Whether an IP address is one of the public internet: not loopback, private, link-local (where clouds keep their metadata),
 * carrier-grade NAT (RFC 6598), unique local, multicast or reserved, nor one of these in the clothes of IPv6 (mapped, NAT64).
 * What is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  const range = address.range();
  if (range === "rfc6052") return isPublicAddress(embeddedV4(address));
  if (range !== "unicast" || METADATA_ADDRESSES.has(address.toString())) return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_UNICAST);
}
