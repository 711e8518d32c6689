import * as v from "valibot";
import { AuditActionSchema } from "../domain/audit/audit-entry.ts";
import { parameters } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { PageRequestSchema } from "../domain/paging.ts";
import type { AuditApi } from "./audit-api.ts";

const AuditQuerySchema = v.strictObject({
  ...PageRequestSchema.entries,
  action: v.optional(AuditActionSchema),
});

export const auditOperations: Operations<AuditApi> = {
  list: { access: "user", inputs: [parameters(AuditQuerySchema)] },
  export: { access: "user", inputs: [], isSync: true },
};
