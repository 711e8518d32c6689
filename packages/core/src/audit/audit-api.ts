import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { AuditAction, AuditEntry } from "../domain/audit/audit-entry.ts";

/**
 * Who signed in, made and revoked tokens, changed configs and answered approvals, in the principal's tenant. For people who see
 * the whole tenant: `user_only` for a token, `not_allowed` for a person who is bound to workspaces.
 */
export interface AuditApi {
  /** Newest first. */
  list(
    principal: Principal,
    query?: PageRequest & { readonly action?: AuditAction | undefined },
  ): Promise<Page<AuditEntry>>;
  /** All entries, oldest first, as they are read. */
  export(principal: Principal): AsyncIterable<readonly AuditEntry[]>;
}
