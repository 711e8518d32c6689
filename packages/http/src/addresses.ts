import type { ErrorCode } from "@workspace-agent/core";

/** Addresses of this instance, with the prefix it is mounted under. */
export interface Addresses {
  readonly prefix: string;
  /** The public path of a path of the service, such as `/api/workspaces`. */
  path(path: string): string;
  /** The page that documents an error code: the `type` of a problem. */
  error(code: ErrorCode): string;
}

export function addressesUnder(prefix: string): Addresses {
  return {
    prefix,
    path: (path) => prefix + path,
    error: (code) => `${prefix}/api/docs/errors#${code}`,
  };
}
