import { FIRST_PREVIOUS } from "../../domain/audit/audit-entry.ts";
import type { AuditRepository } from "../../ports/audit-store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";

export function auditRepository(access: Access): AuditRepository {
  return {
    async lockHead(tenant) {
      const { seq, hash } = access.tables.audit.group(tenant).at(-1) ?? { seq: 0, hash: FIRST_PREVIOUS };
      return { seq, hash };
    },
    async append(tenant, entry) {
      const copy = frozenCopy(entry);
      await access.write(({ audit }) => audit.insert(tenant, copy, "The audit log has this entry already."));
    },
    async list(tenant, { action, ...page }) {
      return access.tables.audit.newestFirst(
        tenant,
        page,
        (entry) => action === undefined || entry.action === action,
      );
    },
    async page(tenant, page) {
      return access.tables.audit.oldestFirst(tenant, page);
    },
  };
}
