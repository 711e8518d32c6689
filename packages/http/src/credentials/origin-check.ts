import { DomainError } from "@workspace-agent/core";

/** Methods that change nothing, which a foreign page may send. */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** Whether a page is one of this instance's own: its origin is the public one, or its host is the one that was asked for (the scheme may differ behind a proxy). */
export function isOwnOrigin(origin: string, host: string, publicOrigin: string | null): boolean {
  return origin === publicOrigin || hostOf(origin) === host;
}

/** Throws `forbidden_origin` unless the page that sent the request is one of this instance's own. */
export function checkOrigin(origin: string | null, host: string, publicOrigin: string | null): void {
  if (origin !== null && isOwnOrigin(origin, host, publicOrigin)) return;
  throw new DomainError(
    "forbidden_origin",
    "A request with a cookie that changes something needs this service's own Origin.",
  );
}

function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/?#\s]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null;
}
