import { silentLogger, systemClock, type Clock, type Logger, type McpEndpoint } from "@workspace-agent/core";
import { addressRange, type AddressRange } from "./address-range.ts";
import { mapValues } from "../map-values.ts";
import type { WebInterface } from "./web-interface.ts";
import type { HandlerLimits, HandlerOptions } from "./handler-options.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** Handler options with defaults. */
export interface Settings {
  readonly authenticate: HandlerOptions["authenticate"];
  /** Without a slash at its end; empty for the root. */
  readonly prefix: string;
  readonly publicOrigin: string | null;
  /** In lower case, with or without a port. */
  readonly hosts: ReadonlySet<string> | "any";
  readonly corsOrigins: ReadonlySet<string>;
  readonly limits: Required<HandlerLimits>;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly clientAddress: HandlerOptions["clientAddress"];
  readonly trustedProxies: readonly AddressRange[];
  readonly metrics: "token" | "open";
  readonly title: string;
  readonly ui: WebInterface | null;
  readonly mcp: McpEndpoint | null;
}

const LIMITS: Readonly<Record<keyof HandlerLimits, number>> = {
  jsonBytes: MIB,
  signInBytes: 4 * KIB,
  chatBytes: 16 * MIB,
  fileBytes: 5 * 1024 * MIB,
  archiveBytes: 5 * 1024 * MIB,
  unpackedBytes: 20 * 1024 * MIB,
  skillBytes: 64 * MIB,
  bulkBytes: 32 * MIB,
  bulkLineBytes: 96 * MIB,
  syncSeconds: 300,
  streamsPerPrincipal: 1_000,
  waitsPerPrincipal: 500,
  readsPerPrincipal: 100,
};

/** Throws a `TypeError` for an invalid option. */
export function toSettings(options: HandlerOptions): Settings {
  return {
    authenticate: options.authenticate,
    prefix: checkedPrefix(options.prefix ?? ""),
    publicOrigin: options.publicUrl === undefined ? null : originOf(options.publicUrl),
    hosts: answeredHosts(options),
    corsOrigins: new Set((options.corsOrigins ?? []).map(originOf)),
    // Hosts may pass `undefined`, which means the default.
    limits: mapValues(
      LIMITS,
      (standard, name) => options.limits?.[name as keyof HandlerLimits] ?? standard,
    ) as Required<HandlerLimits>,
    logger: options.logger ?? silentLogger,
    clock: options.clock ?? systemClock,
    clientAddress: options.clientAddress,
    trustedProxies: (options.trustedProxies ?? []).map(addressRange),
    metrics: options.metrics ?? "token",
    title: options.title ?? "Workspace Agent",
    ui: options.ui ?? null,
    mcp: options.mcp ?? null,
  };
}

/** The origin as browsers send it. A URL without one, such as `localhost:3000`, would stand for every page that has none. */
function originOf(url: string): string {
  const { origin, protocol, host } = new URL(url);
  if (origin !== "null") return origin;
  // Of a browser extension or an app.
  if (host !== "") return `${protocol}//${host}`;
  throw new TypeError(`${JSON.stringify(url)} is not an origin such as "https://agents.example.com".`);
}

function answeredHosts({ allowedHosts = "any", publicUrl }: HandlerOptions): Settings["hosts"] {
  if (allowedHosts === "any") return "any";
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return new Set([...allowedHosts.map((host) => host.toLowerCase()), ...own]);
}

function checkedPrefix(prefix: string): string {
  const trimmed = prefix.replace(/(?<!\/)\/+$/, "");
  if (!/^(\/(?!\.+(\/|$))[A-Za-z0-9._~-]+)*$/.test(trimmed)) {
    throw new TypeError(`The prefix ${JSON.stringify(prefix)} is not a path such as "/agents".`);
  }
  return trimmed;
}
