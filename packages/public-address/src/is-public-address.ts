import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The part of IPv6 that is assigned as global unicast (RFC 4291; IANA's registry of the address space). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public addresses that clouds use inside their own networks: Azure's WireServer, which returns credentials. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

/**
 * Whether an IP address is of the public internet: not loopback, private, link-local (cloud metadata), carrier-grade NAT (RFC 6598), unique
 * local, multicast or reserved, nor an IPv6 form of an IPv4 address (mapped, NAT64), since a caller can use the IPv4 address. Other texts are
 * not public.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || METADATA_ADDRESSES.has(address.toString())) return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_UNICAST);
}
