import { SCOPES, type Principal } from "@workspace-agent/core";

/**
 * The principal for reading the version that its condition names: a condition of a change needs the scope of the change alone, and reveals
 * only whether it holds.
 */
export function asReader(principal: Principal): Principal {
  return { ...principal, scopes: SCOPES };
}
