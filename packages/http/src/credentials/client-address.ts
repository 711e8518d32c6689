import ipaddr from "ipaddr.js";
import type { Call } from "../request/call.ts";

type Address = ReturnType<typeof ipaddr.process>;
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

/** The longest address, with the name of an interface behind it. */
const MAX_LENGTH = 64;
/** What an internet provider gives to one customer: all of its addresses are that customer's. */
const IPV6_NETWORK_BITS = 64;

/** Whether a text is an address, or a range such as `10.0.0.0/8`, as `trustedProxies` takes them. */
export function isAddressRange(text: string): boolean {
  const [address = ""] = text.split("/", 1);
  if (parse(address) === null) return false;
  // Addresses of IPv4 that come in the form of IPv6 are compared as IPv4.
  return !text.includes("/") || (ipaddr.isValidCIDR(text) && !/^::ffff:/i.test(text));
}

/** Throws a `TypeError` for what is no address or range. */
export function addressRange(text: string): AddressRange {
  if (!isAddressRange(text))
    throw new TypeError(`${JSON.stringify(text)} is neither an address nor a range such as "10.0.0.0/8".`);
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.toByteArray().length * 8];
}

/** Where a call comes from: what the host says, else the peer behind the trusted proxies; null where neither is known. */
export function clientAddress(call: Call): string | null {
  const { clientAddress: told, trustedProxies } = call.instance.settings;
  if (told !== undefined) return told(call.request);
  return call.peer === null ? null : behindProxies(call.peer, call.header("x-forwarded-for"), trustedProxies);
}

/** What the attempts of a client are counted by: its IPv4 address, or the network of its IPv6 address. */
export function clientNetwork(call: Call): string {
  const text = clientAddress(call) ?? "unknown";
  const address = parse(text);
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
    if (!isWithin(client, trusted) || parse(next) === null) break;
    client = next;
  }
  return client;
}

/** Some proxies write the port of the connection behind the address. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop;
}

function isWithin(text: string, ranges: readonly AddressRange[]): boolean {
  const address = parse(text);
  return ranges.some((range) => address?.kind() === range[0].kind() && address.match(range));
}

/** IPv4 in the form of IPv6 is IPv4; in a shorter form, such as `10.1`, it is none. */
function parse(text: string): Address | null {
  if (text.length > MAX_LENGTH) return null;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : null;
}
