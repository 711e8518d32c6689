import { isIPv4, isIPv6, SocketAddress } from "node:net";

/** Whom a request names: a DNS name in lower case, or an address in its one canonical form. */
export type Host =
  | { readonly type: "name"; readonly text: string }
  | { readonly type: "address"; readonly text: string; readonly family: 4 | 6 };

export interface Authority {
  readonly host: Host;
  readonly port: number;
}

const MAX_NAME = 253;
/** Of the text as it came: there are letters beyond ASCII that become some of it in lower case. */
const LABEL = /^[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?$/;

/** By what a URL parser takes for an IPv4 address (WHATWG URL, "ends in a number"): 0x7f.1, 017700000001, 2130706433. */
const LOOKS_LIKE_A_NUMBER = /^(?:[0-9]+|0[xX][0-9a-fA-F]*)$/;

function readName(text: string): Host | null {
  if (text.length === 0 || text.length > MAX_NAME) return null;
  const labels = text.split(".");
  if (!labels.every((label) => LABEL.test(label))) return null;
  return LOOKS_LIKE_A_NUMBER.test(labels.at(-1) ?? "") ? null : { type: "name", text: text.toLowerCase() };
}

/**
 * A host as it stands in a request, or null. Nothing is decoded, trimmed or fixed, since whoever reads it next might do it otherwise:
 * ASCII names without an end dot, IPv4 addresses of four plain decimal numbers, IPv6 addresses in brackets and without a zone.
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

/** `host:port`, or null; a port may be absent only where there is a default. */
export function readAuthority(text: string, defaultPort: number | null): Authority | null {
  const [, name = "", port] = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = readHost(name);
  const number = port === undefined ? defaultPort : Number(port);
  if (host === null || number === null || number < 1 || number > 65_535) return null;
  return { host, port: number };
}

/** A host as it stands in a `Host` field. */
export function toField({ host, port }: Authority, defaultPort: number): string {
  const name = host.type === "address" && host.family === 6 ? `[${host.text}]` : host.text;
  return port === defaultPort ? name : `${name}:${port}`;
}
