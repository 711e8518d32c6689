import { isIPv4, isIPv6, SocketAddress } from "node:net";

/** A DNS name in lower case, or an address in canonical form. */
export type Host =
  | { readonly type: "name"; readonly text: string }
  | { readonly type: "address"; readonly text: string; readonly family: 4 | 6 };

export interface Authority {
  readonly host: Host;
  readonly port: number;
}

const MAX_NAME = 253;
/** Tested before the text becomes lower case: some letters beyond ASCII have a lower case in ASCII. */
const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/;

/** What a URL parser reads as an IPv4 address (WHATWG URL, "ends in a number"): 0x7f.1, 017700000001, 2130706433. */
const LOOKS_LIKE_A_NUMBER = /^(?:[0-9]+|0[xX][0-9a-fA-F]*)$/;

function readName(text: string): Host | null {
  if (text.length === 0 || text.length > MAX_NAME) return null;
  const labels = text.split(".");
  if (!labels.every((label) => LABEL.test(label))) return null;
  return LOOKS_LIKE_A_NUMBER.test(labels.at(-1) ?? "") ? null : { type: "name", text: text.toLowerCase() };
}

/**
 * Reads the host of a request: an ASCII name without an end dot, an IPv4 address of four decimal numbers, or an IPv6 address in brackets without
 * a zone. Null for all else: nothing is decoded, trimmed or repaired, since the next parser might do it differently.
 */
export function readHost(text: string): Host | null {
  if (text.startsWith("[")) {
    const address = text.endsWith("]") ? text.slice(1, -1) : "";
    if (!isIPv6(address) || address.includes("%")) return null;
    return { type: "address", text: new SocketAddress({ address, family: "ipv6" }).address, family: 6 };
  }
  if (isIPv4(text)) return { type: "address", text, family: 4 };
  return readName(text);
}

/** Reads `host:port`, or returns null. The port may be absent only where there is a default. */
export function readAuthority(text: string, defaultPort: number | null): Authority | null {
  const [, name = "", port] = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = readHost(name);
  const number = port === undefined ? defaultPort : Number(port);
  if (host === null || number === null || number < 1 || number > 65_535) return null;
  return { host, port: number };
}

/** The value of a `Host` field. */
export function toField({ host, port }: Authority, defaultPort: number): string {
  const name = host.type === "address" && host.family === 6 ? `[${host.text}]` : host.text;
  return port === defaultPort ? name : `${name}:${port}`;
}

/** Whether a host matches an entry of a config: `example.com` is that host alone, `*.example.com` every host below it. */
export function matchesPattern(host: Host, pattern: string): boolean {
  const wanted = pattern.toLowerCase();
  if (!wanted.startsWith("*.")) return host.text === wanted;
  return host.type === "name" && host.text.length > wanted.length - 1 && host.text.endsWith(wanted.slice(1));
}
