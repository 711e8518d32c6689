import { isIP } from "node:net";
import type { Agent } from "undici";
import { isReachable } from "./reachable.ts";
import { lookupBy, resolveAsHost } from "./resolve-as-host.ts";
import type { ResolveHost } from "./resolve-host.ts";

const MARKER = Symbol.for("workspace-agent.private-address-error");

/** A connection that was refused before it was made, since its address is not one of the public internet, or is this host's own. The message does not tell which. */
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
  /** Host names and literal addresses that may be at any address: those of the host's own network. `true`: all. Default false. */
  readonly allowPrivate?: boolean | ((hostname: string) => boolean);
  /** Default: the hosts file, the search domains and the name servers of this host. */
  readonly resolve?: ResolveHost;
  /** The addresses of this host, which are refused like private ones. Default: those of its interfaces, asked for each time. */
  readonly ownAddresses?: () => readonly string[];
  /** Milliseconds for a connection to stand. Default 10,000. */
  readonly connectTimeoutMs?: number;
}

/**
 * A dispatcher for `fetch` of undici that connects to public addresses of other hosts only: each connection is checked, also one that a redirect
 * leads to, and fails with `PrivateAddressError` as the cause. A name of which one address is not public is refused as a whole.
 * undici is loaded with the first one.
 */
export async function publicAgent({
  allowPrivate = false,
  resolve = resolveAsHost,
  ownAddresses,
  connectTimeoutMs = 10_000,
}: PublicAgentOptions = {}): Promise<Agent> {
  // A bundle gives a CommonJS module that is loaded late by its default alone.
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
      // A socket looks no literal up.
      const literal = options.hostname.replace(/^\[|\]$/g, "");
      const refusal = isIP(literal) === 0 ? null : refuse(literal, [literal]);
      if (refusal === null) connect(options, callback);
      else callback(refusal, null);
    },
  });
}
