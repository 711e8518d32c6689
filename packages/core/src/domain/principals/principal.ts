import { DomainError } from "../errors/domain-error.ts";
import type { Scope } from "./scopes.ts";

/** The owner of a credential. All resources belong to a tenant and are invisible to others. */
export interface Principal {
  readonly id: string;
  /** The display name in events. Default: the id. */
  readonly name?: string;
  readonly tenant: string;
  readonly kind: "user" | "token";
  readonly scopes: readonly Scope[];
  /** The workspaces that this principal can access. Null: all of its tenant. */
  readonly workspace_ids: readonly string[] | null;
  /**
   * `own`: of these only the workspaces that it created, and none of the tokens, webhooks and audit entries of the tenant. The library
   * and the shared volume belong to the whole tenant. Default: `tenant`, all of them.
   */
  readonly sees?: "own" | "tenant";
  /** The network address of the caller, for the audit log. Absent or null if unknown. */
  readonly address?: string | null;
}

/** A scope, or several of which one suffices. */
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

/** Who may call an operation: principals with a scope or one of several, signed-in people, or every principal. */
export type OperationAccess = RequiredScope | "user" | "any-credential";

/** Whether the principal has the access. */
export function hasAccess(principal: Principal, access: OperationAccess): boolean {
  if (access === "user") return principal.kind === "user";
  return access === "any-credential" || hasScope(principal, access);
}

/** Throws `user_only` or `insufficient_scope` unless the principal has the access. */
export function requireAccess(principal: Principal, access: OperationAccess): void {
  if (access === "user") requireUser(principal);
  else if (access !== "any-credential") requireScope(principal, access);
}

/** Whether a principal, or a webhook, can access a workspace of its tenant, or, with null, what belongs to no single workspace. */
export function seesWorkspace(
  { workspace_ids }: Pick<Principal, "workspace_ids">,
  workspaceId: string | null,
): boolean {
  return workspace_ids === null || (workspaceId !== null && workspace_ids.includes(workspaceId));
}

/** Whether a principal that can access a workspace by its id can access this one. */
export function ownsIfItMust({ id, sees }: Principal, { owner }: { readonly owner: string | null }): boolean {
  return sees !== "own" || owner === id;
}

/** Throws `not_found` for a workspace that the principal is not bound to. */
export function requireVisible(principal: Principal, workspaceId: string): void {
  if (!seesWorkspace(principal, workspaceId)) throw noSuchWorkspace();
}

export const noSuchWorkspace = () => new DomainError("not_found", "There is no such workspace.");
