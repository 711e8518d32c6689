import type { AgentService, Principal } from "@workspace-agent/core";
import { requireAccess, requireVisible } from "@workspace-agent/core/internal";
import type { OperationAccess } from "@workspace-agent/core/schemas";
import { asReader } from "../conditions/as-reader.ts";

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

/**
 * Checks the reader of a stream again, which `opener` has opened. The workspace is only looked up if the host now returns another
 * principal, because streams are checked often.
 */
export async function authorizeAgain(
  service: AgentService,
  opener: Principal,
  reader: Principal,
  access: OperationAccess,
  workspaceId: string,
): Promise<void> {
  authorize(reader, access, workspaceId);
  const isSame = (["id", "tenant", "sees"] as const).every((name) => reader[name] === opener[name]);
  if (!isSame) await service.workspaces.get(asReader(reader), workspaceId);
}
