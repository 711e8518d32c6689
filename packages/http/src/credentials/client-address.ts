import ipaddr from "ipaddr.js";
import { parseAddress, type AddressRange } from "../options/address-range.ts";
import type { RequestContext } from "../request/request-context.ts";

/** Providers give each customer a network of this size. */
const IPV6_NETWORK_BITS = 64;

/** The address of the client: from the host, or the peer behind trusted proxies; null if unknown. */
export function clientAddress(context: RequestContext): string | null {
  const { clientAddress: fromHost, trustedProxies } = context.app.settings;
  if (fromHost !== undefined) return fromHost(context.request);
  return context.peer === null
    ? null
    : behindProxies(context.peer, context.header("x-forwarded-for"), trustedProxies);
}

/** What sign-in attempts are counted by: the IPv4 address or the IPv6 network. */
export function clientNetwork(context: RequestContext): string {
  const text = clientAddress(context) ?? "unknown";
  const address = parseAddress(text);
  if (address === null) return text;
  if (address.kind() === "ipv4") return address.toString();
  const bytes = address.toByteArray();
  const network = ipaddr.fromByteArray(bytes.fill(0, IPV6_NETWORK_BITS / 8));
  return `${network.toString()}/${IPV6_NETWORK_BITS}`;
}

/** Each trusted proxy appends the address of its client, so the list is read from the end up to the first address that is not trusted. */
function behindProxies(peer: string, forwardedFor: string | null, trusted: readonly AddressRange[]): string {
  let client = peer;
  for (const hop of (forwardedFor ?? "").split(",").reverse()) {
    const next = withoutPort(hop.trim());
    if (!isWithin(client, trusted) || parseAddress(next) === null) break;
    client = next;
  }
  return client;
}

/** Some proxies append a port. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;
}

function isWithin(text: string, ranges: readonly AddressRange[]): boolean {
  const address = parseAddress(text);
  return ranges.some((range) => address?.kind() === range[0].kind() && address.match(range));
}
