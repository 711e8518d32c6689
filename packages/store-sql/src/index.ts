export type { Database, Db } from "./database.ts";
export {
  StoreExecutor,
  type Executor,
  type Transactions,
  type Refusals,
  type Retry,
  type StatementRunner,
  type StoreConnections,
  type Written,
} from "./executor.ts";
export {
  clockReader,
  finishRemovals,
  forgetStagedLines,
  freeUnfinishedKeys,
  migrate,
  voidLeases,
  writeCheck,
} from "./maintenance.ts";
export { buildLaterIndexes, laterIndexes } from "./migrations/later-indexes.ts";
export { migrator, type MigrationPlace } from "./migrations/migrator.ts";
export { ReadCache } from "./read-cache.ts";
export type { ListParameter, SqlDialect, Violation } from "./sql-dialect.ts";
export { isPrepared, valueAtCall } from "./statement.ts";
export { sqlCluster } from "./cluster/sql-cluster.ts";
export { sqlRepositories } from "./sql-repositories.ts";
