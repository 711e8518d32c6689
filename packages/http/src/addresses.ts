import type { ErrorCode } from "@workspace-agent/core";

/** Addresses of this instance, each with the prefix under which it is mounted. */
export interface Addresses {
  readonly prefix: string;
  /** A path of the service, such as `/api/workspaces`, as a caller has to ask for it. */
  path(path: string): string;
  /** The page that explains an error code: the `type` of a problem. */
  error(code: ErrorCode): string;
}

export function addressesUnder(prefix: string): Addresses {
  return {
    prefix,
    path: (path) => prefix + path,
    error: (code) => `${prefix}/api/docs/errors#${code}`,
  };
}
