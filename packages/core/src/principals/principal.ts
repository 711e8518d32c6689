import { DomainError } from "../errors/domain-error.ts";
import type { Scope } from "./scopes.ts";

/** Who stands behind a credential. Everything belongs to a tenant and is invisible to others. */
export interface Principal {
  readonly id: string;
  readonly tenant: string;
  readonly kind: "user" | "token";
  readonly scopes: readonly Scope[];
  /** The only workspaces that this principal sees; null: all of its tenant. */
  readonly workspace_ids: readonly string[] | null;
  /** The network address that the credential came from, for the audit log; absent or null: not known. */
  readonly address?: string | null;
}

/** Throws `insufficient_scope` unless the principal has the scope. */
export function requireScope(principal: Principal, scope: Scope): void {
  if (!principal.scopes.includes(scope)) {
    throw new DomainError("insufficient_scope", `This needs the scope ${scope}.`);
  }
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
