import { createRequire } from "node:module";
import { join } from "node:path";
import { CODE } from "./code.mjs";

/** What a function that does not wait returns for an SQLite file, which is closed after it. */
export function inDatabase(file, work) {
  const Sqlite = createRequire(join(CODE, "packages", "store-sqlite", "package.json"))("better-sqlite3");
  const database = new Sqlite(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}
