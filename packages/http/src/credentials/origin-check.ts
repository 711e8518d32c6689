import { DomainError } from "@workspace-agent/core";

/** Methods that change nothing, so that pages of other origins may send them. */
export function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/**
 * Whether a page belongs to this instance: its origin is the public one, or its host is the requested host (the scheme may differ behind a
 * proxy).
 */
export function isOwnOrigin(origin: string, host: string, publicOrigin: string | null): boolean {
  return origin === publicOrigin || hostOf(origin) === host;
}

/** Throws `forbidden_origin` unless the page belongs to this instance. */
export function checkOrigin(origin: string | null, host: string, publicOrigin: string | null): void {
  if (origin !== null && isOwnOrigin(origin, host, publicOrigin)) return;
  throw new DomainError(
    "forbidden_origin",
    "Requests that use a cookie to change something must come from a page of this service.",
  );
}

function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/?#\s]+)$/i.exec(origin)?.[1]?.toLowerCase() ?? null;
}
