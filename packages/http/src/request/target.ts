import { DomainError } from "@workspace-agent/core";
import { rawTarget, type ServerContext } from "./server-context.ts";

/** What was asked for, as it came over the wire: neither decoded nor normalised. */
export interface Target {
  /** Starts with `/`, prefix included. */
  readonly path: string;
  /** What stands behind the first `?`, or empty. */
  readonly query: string;
  /** `host` or `host:port`, in lower case. */
  readonly host: string;
}

const AUTHORITY = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i;

/**
 * Splits the request's target without checking it. `request.url` may have been normalised by a framework (Express's query
 * parser is one), so the server's own request counts more.
 */
export function readTarget(request: Request, server: ServerContext): Target {
  const raw = rawTarget(server);
  const asked = split(raw ?? request.url);
  const named = raw !== null && asked.authority !== "" ? asked.authority : request.headers.get("host");
  const host = (named ?? split(request.url).authority).toLowerCase();
  const mark = asked.rest.indexOf("?");
  return {
    path: mark === -1 ? asked.rest : asked.rest.slice(0, mark),
    query: mark === -1 ? "" : asked.rest.slice(mark + 1),
    host,
  };
}

/** Throws `misdirected_host` for a host that is none, and `path_not_encoded` for bytes that no URL has. */
export function checkTarget({ path, query, host }: Target): void {
  if (!AUTHORITY.test(host)) {
    throw new DomainError("misdirected_host", "The Host header does not name a host.");
  }
  if (!/^[\x21\x22\x24-\x7e]*$/.test(path + query)) {
    throw new DomainError("path_not_encoded", "The URL holds characters that have to be percent-encoded.");
  }
}

/** Parts of an absolute URL, or of a target that is only a path and a query. */
function split(url: string): { readonly authority: string; readonly rest: string } {
  const [start = "", authority = ""] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  return { authority, rest: url.slice(start.length) };
}

/** The path below the prefix, or null for one that no route can have: elsewhere, with dot or empty segments, or a slash at its end. */
export function pathBelow(prefix: string, path: string): string | null {
  if (!path.startsWith(`${prefix}/`)) return null;
  const below = path.slice(prefix.length);
  const hostile =
    below.includes("//") || below.includes("\\") || below.endsWith("/") || DOT_SEGMENT.test(below);
  return hostile ? null : below;
}
