import { DomainError, type Principal } from "@workspace-agent/core";
import { requireScope, requireUser, seesWorkspace } from "@workspace-agent/core/internal";
import type { RequiredScope } from "@workspace-agent/core/schemas";

/** Who may call a route: callers with a scope or one of several, signed-in people, any credential, or everyone. */
export type Access = RequiredScope | "user" | "any-credential" | "public";

/**
 * Checks a principal before anything else of the request. Throws `user_only`, `insufficient_scope`, and `not_found` for a workspace that
 * the principal cannot access.
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
