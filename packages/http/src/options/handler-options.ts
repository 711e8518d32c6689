import type { Clock, Logger, Principal, McpEndpoint } from "@workspace-agent/core";
import type { WebInterface } from "./web-interface.ts";

/** Limits of requests, in bytes and seconds. */
export interface HandlerLimits {
  /** JSON bodies; default 1 MiB. */
  readonly jsonBytes?: number;
  /** The body of a sign-in; default 4 KiB. */
  readonly signInBytes?: number;
  /** The body of a chat call; default 16 MiB. */
  readonly chatBytes?: number;
  /** A written file; default 5 GiB. */
  readonly fileBytes?: number;
  /** An uploaded archive; default 5 GiB. */
  readonly archiveBytes?: number;
  /** The unpacked size of an archive; default 20 GiB. */
  readonly unpackedBytes?: number;
  /** A skill, as JSON or as an archive; default 64 MiB. */
  readonly skillBytes?: number;
  /** An array of items in a bulk load; NDJSON is not limited. Default 32 MiB. */
  readonly bulkBytes?: number;
  /** One line of a bulk load or a batch, unless the kind has a lower limit; default 96 MiB. */
  readonly bulkLineBytes?: number;
  /** How long a `sync` chat call waits for its turn; default 300. */
  readonly syncSeconds?: number;
  /** Event streams per principal on this instance; default 1,000. */
  readonly streamsPerPrincipal?: number;
  /** Waiting requests (for the end of a turn, for `/mcp`) per principal on this instance; default 500. */
  readonly waitsPerPrincipal?: number;
  /** Downloads, archives, exports and directory searches per principal on this instance; default 100. */
  readonly readsPerPrincipal?: number;
}

export interface HandlerOptions {
  /**
   * Returns the principal of a request, or null for 401. Replaces service tokens and sign-in: the sign-in routes are not served, and a
   * host that also accepts tokens calls `service.tokens.authenticate` itself. A change with a `Cookie` and without a bearer token still
   * requires an `Origin` of the service.
   */
  readonly authenticate?: (request: Request) => Promise<Principal | null>;
  /** The path that the handler is mounted at, such as `/agents`. Default: the root. */
  readonly prefix?: string;
  /** The public origin, such as `https://agents.example.com`. With https, cookies are `Secure`. */
  readonly publicUrl?: string;
  /**
   * Host names to serve besides loopback names and `publicUrl`; others get `misdirected_host`. Absent or `"any"`: all, for hosts with
   * their own check.
   */
  readonly allowedHosts?: readonly string[] | "any";
  /** Origins whose pages may read answers, with a token but never with the cookie. Default: none. */
  readonly corsOrigins?: readonly string[];
  readonly limits?: HandlerLimits;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /**
   * Proxies whose `X-Forwarded-For` is trusted, as addresses and ranges such as `10.0.0.0/8`. The header is read from its end up to the
   * first other address. Default: none.
   */
  readonly trustedProxies?: readonly string[];
  /**
   * The client address that sign-in attempts are counted by. Default: the peer on `node:http`, behind `trustedProxies`; otherwise one for
   * all clients. IPv6 addresses are counted by /64 network.
   */
  readonly clientAddress?: (request: Request) => string;
  /** Who can read `/metrics`: callers with `workspaces:read` that are not bound to workspaces, or everyone. Default `token`. */
  readonly metrics?: "token" | "open";
  /** The name shown in the reference and on the sign-in page. Default `Workspace Agent`. */
  readonly title?: string;
  /**
   * The web interface, such as `webUi()` of `@workspace-agent/web`, served at every address that is not a route, including the sign-in
   * page. Default: none.
   */
  readonly ui?: WebInterface;
  /** The endpoint at `/mcp`, such as `mcpServer()` of `@workspace-agent/mcp-server`. Default: none. */
  readonly mcp?: McpEndpoint;
}
