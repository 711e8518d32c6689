import { DomainError } from "@workspace-agent/core";
import { rawTarget, type ServerContext } from "./server-context.ts";

/** The request target as received: not decoded or normalized. */
export interface Target {
  /** Starts with `/` and includes the prefix. */
  readonly path: string;
  /** The part after the first `?`, or empty. */
  readonly query: string;
  /** `host` or `host:port`, in lower case. */
  readonly host: string;
}

const AUTHORITY = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i;

/**
 * Splits the target of a request without validating it. Frameworks such as Express may normalize `request.url`, so the raw target of the
 * server takes precedence.
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

/** Throws `misdirected_host` for an invalid host, and `path_not_encoded` for characters that must be encoded. */
export function checkTarget({ path, query, host }: Target): void {
  if (!AUTHORITY.test(host)) {
    throw new DomainError("misdirected_host", "The Host header does not name a host.");
  }
  if (!/^[\x21\x22\x24-\x7e]*$/.test(path + query)) {
    throw new DomainError("path_not_encoded", "The URL contains characters that must be percent-encoded.");
  }
}

/** Splits an absolute URL, or a target of only a path and a query. */
function split(url: string): { readonly authority: string; readonly rest: string } {
  const [start = "", authority = ""] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  return { authority, rest: url.slice(start.length) };
}

/** The path below the prefix; null if no route can match it: outside the prefix, with dot or empty segments, or with a trailing slash. */
export function pathBelow(prefix: string, path: string): string | null {
  if (!path.startsWith(`${prefix}/`)) return null;
  const below = path.slice(prefix.length);
  const hostile =
    below.includes("//") || below.includes("\\") || below.endsWith("/") || DOT_SEGMENT.test(below);
  return hostile ? null : below;
}
