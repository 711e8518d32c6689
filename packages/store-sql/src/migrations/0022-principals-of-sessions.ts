import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";

/** Claims divide what an instance runs among principals. */
export async function addPrincipalsOfSessions(db: Db, { idType }: SqlDialect): Promise<void> {
  await db.schema
    .alterTable("sessions")
    .addColumn("principal", idType, (column) => column.notNull().defaultTo(""))
    .execute();
}
