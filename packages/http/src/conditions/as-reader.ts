import { SCOPES, type Principal } from "@workspace-agent/core";

/**
 * The principal for reading what a check needs, such as the version that its condition names: a request needs the scope of its own
 * operation alone, and the check reveals only whether it holds.
 */
export function asReader(principal: Principal): Principal {
  return { ...principal, scopes: SCOPES };
}
