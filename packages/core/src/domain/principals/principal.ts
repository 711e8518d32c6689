import { DomainError } from "../errors/domain-error.ts";
import type { Scope } from "./scopes.ts";

/** Who stands behind a credential. Everything belongs to a tenant and is invisible to others. */
export interface Principal {
  readonly id: string;
  /** By which people know it, in the events of what it answered. Absent: by its id. */
  readonly name?: string;
  readonly tenant: string;
  readonly kind: "user" | "token";
  readonly scopes: readonly Scope[];
  /** The only workspaces that this principal sees; null: all of its tenant. */
  readonly workspace_ids: readonly string[] | null;
  /** The network address that the credential came from, for the audit log; absent or null: not known. */
  readonly address?: string | null;
}

/** A scope, or several of which one is enough. */
export type RequiredScope = Scope | readonly Scope[];

/** Whether the principal has the scope, or one of several. */
export function hasScope(principal: Principal, required: RequiredScope): boolean {
  return [required].flat().some((scope) => principal.scopes.includes(scope));
}

/** Throws `insufficient_scope` unless the principal has the scope, or one of several. */
export function requireScope(principal: Principal, required: RequiredScope): void {
  if (hasScope(principal, required)) return;
  const needed = typeof required === "string" ? `the scope ${required}` : `one of ${required.join(", ")}`;
  throw new DomainError("insufficient_scope", `This needs ${needed}.`);
}

/** Throws `user_only` for anything but a person. */
export function requireUser(principal: Principal): void {
  if (principal.kind !== "user") {
    throw new DomainError("user_only", "Sign in as a person to do this; a service token cannot.");
  }
}

/** Whether the principal may know of a workspace of its tenant. */
export function seesWorkspace(principal: Principal, workspaceId: string): boolean {
  return principal.workspace_ids === null || principal.workspace_ids.includes(workspaceId);
}
