import { DomainError } from "@workspace-agent/core";
import type { Pool } from "pg";
import type { Heads } from "./heads.ts";

/** To be executed once. */
export const HEADS_TABLE = "create table if not exists heads (name text primary key, head text not null)";

/** Heads in a table of Postgres, for any number of instances. */
export function postgresHeads(pool: Pool): Heads {
  async function query(text: string, ...values: string[]) {
    try {
      return await pool.query<{ readonly head: string }>(text, values);
    } catch (cause) {
      // No statement below fails by itself: the server or the connection does.
      throw new DomainError("overloaded", "The database is not available.", { cause, retryAfter: 5 });
    }
  }

  return {
    async get(name) {
      const { rows } = await query("select head from heads where name = $1", name);
      return rows[0]?.head ?? null;
    },
    async replace(name, before, after) {
      const { rowCount } = await (before === null
        ? query("insert into heads (name, head) values ($1, $2) on conflict do nothing", name, after)
        : query("update heads set head = $3 where name = $1 and head = $2", name, before, after));
      return rowCount === 1;
    },
    async remove(name) {
      await query("delete from heads where name = $1", name);
    },
  };
}
