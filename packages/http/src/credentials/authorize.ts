import type { Principal } from "@workspace-agent/core";
import { requireAccess, requireVisible } from "@workspace-agent/core/internal";
import type { OperationAccess } from "@workspace-agent/core/schemas";

/** Who may call a route: principals with the access of an operation, or everyone. */
export type Access = OperationAccess | "public";

/**
 * Checks a principal before anything else of the request, as the service does at its call. Throws `user_only`, `insufficient_scope`, and
 * `not_found` for a workspace that the principal cannot access.
 */
export function authorize(principal: Principal, access: OperationAccess, workspaceId: string | null): void {
  requireAccess(principal, access);
  if (workspaceId !== null) requireVisible(principal, workspaceId);
}
