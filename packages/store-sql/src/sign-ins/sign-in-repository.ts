import type { BrowserSessionRecord, SignInRepository } from "@workspace-agent/core/ports";
import type { Db } from "../database.ts";
import { statement, valuesOf } from "../statement.ts";
import type { Executor } from "../executor.ts";

export function sqlSignIns(db: Db) {
  const statements = {
    insertSession: statement<BrowserSessionRecord>()((param) =>
      db.insertInto("browser_sessions").values(valuesOf(param, ["hash", "tenant", "user_id", "expires_at"])),
    ),
    findSession: statement<{ hash: string; now: number }>()((param) =>
      db
        .selectFrom("browser_sessions")
        .select(["hash", "tenant", "user_id", "expires_at"])
        .where("hash", "=", param("hash"))
        .where("expires_at", ">", param("now")),
    ),
    prolongSession: statement<{ hash: string; expiresAt: number }>()((param) =>
      db
        .updateTable("browser_sessions")
        .set({ expires_at: param("expiresAt") })
        .where("hash", "=", param("hash")),
    ),
    deleteSession: statement<{ hash: string }>()((param) =>
      db.deleteFrom("browser_sessions").where("hash", "=", param("hash")),
    ),
    insertCode: statement<{ hash: string; expiresAt: number }>()((param) =>
      db.insertInto("sign_in_codes").values({ hash: param("hash"), expires_at: param("expiresAt") }),
    ),
    deleteCode: statement<{ hash: string }>()((param) =>
      db.deleteFrom("sign_in_codes").where("hash", "=", param("hash")).returning("expires_at"),
    ),
    sweepSessions: statement<{ now: number }>()((param) =>
      db.deleteFrom("browser_sessions").where("expires_at", "<=", param("now")),
    ),
    sweepCodes: statement<{ now: number }>()((param) =>
      db.deleteFrom("sign_in_codes").where("expires_at", "<=", param("now")),
    ),
  };
  return (executor: Executor): SignInRepository => ({
    async insertSession(record) {
      await executor.write(statements.insertSession(record));
    },
    async findSession(hash, now) {
      const [row] = await executor.read(statements.findSession({ hash, now }));
      return row === undefined ? null : { ...row, expires_at: Number(row.expires_at) };
    },
    async prolongSession(hash, expiresAt) {
      await executor.write(statements.prolongSession({ hash, expiresAt }));
    },
    async deleteSession(hash) {
      return (await executor.write(statements.deleteSession({ hash }))).count > 0;
    },
    async insertCode(hash, expiresAt) {
      await executor.write(statements.insertCode({ hash, expiresAt }));
    },
    async consumeCode(hash, now) {
      const [code] = (await executor.write(statements.deleteCode({ hash }))).rows;
      return code !== undefined && Number(code.expires_at) > now;
    },
    async sweep(now) {
      await executor.write(statements.sweepSessions({ now }));
      await executor.write(statements.sweepCodes({ now }));
    },
  });
}
