import { isIP } from "node:net";
import type { Agent } from "undici";
import { isReachable } from "./reachable.ts";
import { lookupBy, resolveAsHost } from "./resolve-as-host.ts";
import type { ResolveHost } from "./resolve-host.ts";

const MARKER = Symbol.for("workspace-agent.private-address-error");

/** A connection was refused because its address is not of the public internet, or is this host's own. The message does not say which. */
export class PrivateAddressError extends Error {
  override readonly name = "PrivateAddressError";

  constructor(readonly hostname: string) {
    super(`${hostname} is not at an address of the public internet.`);
    Object.defineProperty(this, MARKER, { value: true });
  }

  static isInstance(value: unknown): value is PrivateAddressError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}

export interface PublicAgentOptions {
  /** Host names and literal addresses that may be in the host's own network. `true`: all. Default false. */
  readonly allowPrivate?: boolean | ((hostname: string) => boolean);
  /** Default: the hosts file, the search domains and the name servers of this host. */
  readonly resolve?: ResolveHost;
  /** The addresses of this host, which are refused like private ones. Default: those of its interfaces, read for each connection. */
  readonly ownAddresses?: () => readonly string[];
  /** Milliseconds until a connection has to be established. Default 10,000. */
  readonly connectTimeoutMs?: number;
}

/**
 * A dispatcher for `fetch` of undici that connects to public addresses of other hosts only. It checks each connection, also after a redirect,
 * which fails with `PrivateAddressError` as the cause. A name with one address that is not public is refused. The first call loads undici.
 */
export async function publicAgent({
  allowPrivate = false,
  resolve = resolveAsHost,
  ownAddresses,
  connectTimeoutMs = 10_000,
}: PublicAgentOptions = {}): Promise<Agent> {
  // In a bundle, a CommonJS module that is imported dynamically has only its default export.
  const { Agent, buildConnector } = (await import("undici")).default;
  const mayBePrivate = typeof allowPrivate === "function" ? allowPrivate : () => allowPrivate;
  const refuse = (hostname: string, addresses: readonly string[]) => {
    const isAllowed = (address: string) => isReachable(address, ownAddresses?.()) || mayBePrivate(hostname);
    return addresses.every(isAllowed) ? null : new PrivateAddressError(hostname);
  };
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: lookupBy(resolve, refuse) });
  return new Agent({
    bodyTimeout: 0,
    headersTimeout: 0,
    connect(options, callback) {
      // A socket does not look up a literal address.
      const literal = options.hostname.replace(/^\[|\]$/g, "");
      const refusal = isIP(literal) === 0 ? null : refuse(literal, [literal]);
      if (refusal === null) connect(options, callback);
      else callback(refusal, null);
    },
  });
}
