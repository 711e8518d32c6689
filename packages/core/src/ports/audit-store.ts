import type { AuditAction, AuditEntry } from "../domain/audit/audit-entry.ts";
import type { OldestFirst } from "./store.ts";

/** The last entry of a tenant's chain. */
export interface AuditHead {
  /** 0: there is no entry. */
  readonly seq: number;
  readonly hash: string;
}

/** The audit log of each tenant: entries are appended, and never changed or removed. */
export interface AuditRepository {
  /** Inside a transaction: returns the last entry's `seq` and `hash`. Other transactions that call this wait until this one ends. */
  lockHead(tenant: string): Promise<AuditHead>;
  /** In the transaction that locked the head; the entry becomes the head. Throws `internal` for a `seq` that exists. */
  append(tenant: string, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(
    tenant: string,
    page: { readonly limit: number; readonly before?: number; readonly action?: AuditAction | undefined },
  ): Promise<readonly AuditEntry[]>;
  /** Oldest first. */
  page(tenant: string, page: OldestFirst): Promise<readonly AuditEntry[]>;
}
