import ipaddr from "ipaddr.js";
import { parseAddress, type AddressRange } from "../options/address-range.ts";
import type { RequestContext } from "../request/request-context.ts";

/** What an internet provider gives to one customer: all of its addresses are that customer's. */
const IPV6_NETWORK_BITS = 64;

/** Where a request comes from: what the host says, else the peer behind the trusted proxies; null where neither is known. */
export function clientAddress(context: RequestContext): string | null {
  const { clientAddress: told, trustedProxies } = context.app.settings;
  if (told !== undefined) return told(context.request);
  return context.peer === null
    ? null
    : behindProxies(context.peer, context.header("x-forwarded-for"), trustedProxies);
}

/** What the attempts of a client are counted by: its IPv4 address, or the network of its IPv6 address. */
export function clientNetwork(context: RequestContext): string {
  const text = clientAddress(context) ?? "unknown";
  const address = parseAddress(text);
  if (address === null) return text;
  if (address.kind() === "ipv4") return address.toString();
  const bytes = address.toByteArray();
  const network = ipaddr.fromByteArray(bytes.fill(0, IPV6_NETWORK_BITS / 8));
  return `${network.toString()}/${IPV6_NETWORK_BITS}`;
}

/** Each trusted proxy has written whom it speaks for at the end of the list: it is read from there, up to who is not trusted. */
function behindProxies(peer: string, forwardedFor: string | null, trusted: readonly AddressRange[]): string {
  let client = peer;
  for (const hop of (forwardedFor ?? "").split(",").reverse()) {
    const next = withoutPort(hop.trim());
    if (!isWithin(client, trusted) || parseAddress(next) === null) break;
    client = next;
  }
  return client;
}

/** Some proxies write the port of the connection behind the address. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;
}

function isWithin(text: string, ranges: readonly AddressRange[]): boolean {
  const address = parseAddress(text);
  return ranges.some((range) => address?.kind() === range[0].kind() && address.match(range));
}
