import { lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import type { Agent } from "undici";
import { isPublicAddress } from "./is-public-address.ts";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

const MARKER = Symbol.for("workspace-agent.private-address-error");

/** A connection that was refused before it was made, since its address is not one of the public internet. The message does not tell which. */
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
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve;
  /** Milliseconds for a connection to stand. Default 10,000. */
  readonly connectTimeoutMs?: number;
}

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true });

/** What a socket dials is what was checked here: a name that answers otherwise the next time changes nothing. */
function checkedLookup(
  resolve: Resolve,
  isAllowed: (hostname: string, address: string) => boolean,
): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new Error(`${hostname} has no address.`), "", 0);
        else if (!addresses.every(({ address }) => isAllowed(hostname, address)))
          callback(new PrivateAddressError(hostname), "", 0);
        else if (all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error("No address."), "", 0),
    );
  };
}

/**
 * A dispatcher for `fetch` of undici that connects to public addresses only: each connection is checked, also one that a redirect
 * leads to, and fails with `PrivateAddressError` as the cause. A name of which one address is not public is refused as a whole.
 * undici is loaded with the first one.
 */
export async function publicAgent({
  allowPrivate = false,
  resolve = resolveBySystem,
  connectTimeoutMs = 10_000,
}: PublicAgentOptions = {}): Promise<Agent> {
  // A bundle gives a CommonJS module that is loaded late by its default alone.
  const { Agent, buildConnector } = (await import("undici")).default;
  const mayBePrivate = typeof allowPrivate === "function" ? allowPrivate : () => allowPrivate;
  const isAllowed = (hostname: string, address: string) => isPublicAddress(address) || mayBePrivate(hostname);
  const connect = buildConnector({ timeout: connectTimeoutMs, lookup: checkedLookup(resolve, isAllowed) });
  return new Agent({
    bodyTimeout: 0,
    headersTimeout: 0,
    connect(options, callback) {
      // A socket looks no literal up.
      const literal = options.hostname.replace(/^\[|\]$/g, "");
      if (isIP(literal) !== 0 && !isAllowed(literal, literal))
        callback(new PrivateAddressError(literal), null);
      else connect(options, callback);
    },
  });
}
