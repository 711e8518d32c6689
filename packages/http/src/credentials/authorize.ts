import { DomainError, type Principal } from "@workspace-agent/core";
import { requireScope, requireUser, seesWorkspace } from "@workspace-agent/core/internal";
import type { RequiredScope } from "@workspace-agent/core/schemas";

/** Who may call a route: a scope or one of several, a signed-in person only, any credential, or everybody. */
export type Access = RequiredScope | "user" | "any-credential" | "public";

/**
 * Throws `user_only` or `insufficient_scope` unless the principal may call such a route, and `not_found` for a
 * workspace that it is not bound to, before anything else of the request is looked at.
 */
export function authorize(
  principal: Principal,
  access: Exclude<Access, "public">,
  workspaceId: string | null,
): void {
  if (access === "user") requireUser(principal);
  else if (access !== "any-credential") requireScope(principal, access);
  if (workspaceId !== null && !seesWorkspace(principal, workspaceId)) {
    throw new DomainError("not_found", "There is no such workspace.");
  }
}
