import type { Clock, Logger, Principal } from "@workspace-agent/core";
import type { WebInterface } from "./web-interface.ts";
import type { McpEndpoint } from "./mcp-endpoint.ts";

/** What requests may weigh and how long they may last. Bytes and seconds. */
export interface HandlerLimits {
  /** JSON bodies; default 1 MiB. */
  readonly jsonBytes?: number;
  /** The body of a sign-in; default 4 KiB. */
  readonly signInBytes?: number;
  /** The body of a chat call; default 16 MiB. */
  readonly chatBytes?: number;
  /** A file that is written; default 5 GiB. */
  readonly fileBytes?: number;
  /** An archive that is unpacked into a directory; default 5 GiB. */
  readonly archiveBytes?: number;
  /** All files together that such an archive holds; default 20 GiB. */
  readonly unpackedBytes?: number;
  /** A skill, in JSON or packed; default 64 MiB. */
  readonly skillBytes?: number;
  /** An array of items to load; lines have no limit. Default 32 MiB. */
  readonly bulkBytes?: number;
  /** One line of a load, where the kind does not say less; default 96 MiB. */
  readonly bulkLineBytes?: number;
  /** How long a synchronous chat call waits for its turn; default 300. */
  readonly syncSeconds?: number;
  /** Streams of events that a principal may have open at once on this instance; default 1,000. */
  readonly streamsPerPrincipal?: number;
  /** Requests that wait for something (a turn's end, an answer of `/mcp`) that a principal may have open at once; default 500. */
  readonly waitsPerPrincipal?: number;
  /** Downloads, archives, exports and searches of directories that a principal may have open at once; default 100. */
  readonly readsPerPrincipal?: number;
}

export interface HandlerOptions {
  /**
   * Who stands behind a request, or null for nobody (401). Takes the place of service tokens and sign-in: the
   * sign-in routes are not served, and a host that wants tokens too asks `service.tokens.authenticate` itself.
   * A change with a `Cookie` and without a bearer still needs the service's own `Origin`.
   */
  readonly authenticate?: (request: Request) => Promise<Principal | null>;
  /** The path under which the handler is mounted, such as `/agents`. Default: the root. */
  readonly prefix?: string;
  /** The origin that browsers see, such as `https://agents.example.com`. Cookies are `Secure` when it is https. */
  readonly publicUrl?: string;
  /**
   * Host names that are answered, beside loopback names and `publicUrl`; others are `misdirected_host`.
   * Absent or `"any"`: all, for a host that checks by itself.
   */
  readonly allowedHosts?: readonly string[] | "any";
  /** Origins whose pages may read answers (with a token, never with the cookie). Default: none. */
  readonly corsOrigins?: readonly string[];
  readonly limits?: HandlerLimits;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /**
   * Proxies whose `X-Forwarded-For` is believed: addresses and ranges such as `10.0.0.0/8`. The header is read from its end, up to the
   * first address that is not one of them. Default: none.
   */
  readonly trustedProxies?: readonly string[];
  /**
   * Where a request comes from, for counting sign-in attempts. Default: the peer's address on `node:http`, behind `trustedProxies`, else
   * one for all. IPv6 addresses are counted by their /64 network.
   */
  readonly clientAddress?: (request: Request) => string;
  /** Who reads `/metrics`: whoever has a token with `workspaces:read` that is bound to no workspace, or everybody. Default `token`. */
  readonly metrics?: "token" | "open";
  /** The name in the reference and on the sign-in page. Default `Workspace Agent`. */
  readonly title?: string;
  /** The web interface, such as `webUi()` of `@workspace-agent/web`: at every address that is no route, the sign-in page too. Default: none. */
  readonly ui?: WebInterface;
  /** What answers at `/mcp`, such as `mcpServer()` of `@workspace-agent/mcp-server`. Default: nothing. */
  readonly mcp?: McpEndpoint;
}
