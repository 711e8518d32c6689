import type { Server } from "node:net";
import type { NetworkRefusal } from "@workspace-agent/core/ports";
import type { EgressLimits } from "./proxy/limits.ts";
import { ProxyServer } from "./proxy/proxy-server.ts";
import { Rules, type RulesOptions } from "./rules.ts";

export interface EgressOptions extends RulesOptions {
  /** Told of each refusal, in the moment of it. Must not throw. */
  readonly onRefused?: (refusal: NetworkRefusal) => void;
  readonly limits?: Partial<EgressLimits>;
}

/** The way out of one workspace. */
export interface EgressProxy {
  /** Listens on a unix socket that every user may connect to: who can reach it is up to its folder. A socket left there is replaced. */
  listen(path: string): Promise<void>;
  /** Serves what is accepted by a server that listens elsewhere, in another network namespace say, and closes it in the end. */
  attach(server: Server): void;
  /** Ends every connection and listens no more. The sockets' files are removed. Idempotent. */
  close(): Promise<void>;
}

/**
 * An HTTP proxy (RFC 9110, 9112) for requests in absolute form and `CONNECT`, which lets through what a workspace may reach. One for each
 * workspace, in the server's process; a sandbox gives its commands a way to it (`listen`, `attach`) and `proxyEnvironment()`. Throws
 * `RangeError` for options that say nothing.
 */
export function egressProxy(options: EgressOptions): EgressProxy {
  return new ProxyServer(new Rules(options), options);
}
