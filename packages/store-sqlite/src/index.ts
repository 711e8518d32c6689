export { backUpSqlite, claimSqliteFile, type SqliteBackup } from "./backup.ts";
export { sqliteStore, type SqliteStoreOptions } from "./sqlite-store.ts";
