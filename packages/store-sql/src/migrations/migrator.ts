import { Migrator } from "kysely/migration";
import type { Db } from "../database.ts";
import type { SqlDialect } from "../sql-dialect.ts";
import { createWorkspaces } from "./0001-workspaces.ts";
import { createSessions } from "./0002-sessions.ts";
import { createSessionLogs } from "./0003-session-logs.ts";
import { createServiceTokens } from "./0004-service-tokens.ts";
import { createSignIns } from "./0005-sign-ins.ts";
import { createIdempotencyRecords } from "./0006-idempotency-records.ts";
import { createWriteChecks } from "./0007-write-checks.ts";
import { createLibrary } from "./0008-library.ts";
import { createBlobs } from "./0009-blobs.ts";
import { createStagedLines } from "./0010-staged-lines.ts";
import { createCounters } from "./0011-counters.ts";
import { createSessionUsage } from "./0014-session-usage.ts";
import { createSteering } from "./0015-steering.ts";
import { createContainers } from "./0016-containers.ts";
import { dropIndexOfClaimable } from "./0017-fair-claims.ts";
import { createInstances } from "./0018-instances.ts";
import { createWebhooks } from "./0019-webhooks.ts";
import { bindWorkspaces } from "./0020-bound-workspaces.ts";
import { addInstancesOfContainers } from "./0021-instances-of-containers.ts";
import { addPrincipalsOfSessions } from "./0022-principals-of-sessions.ts";
import { createAuditLog } from "./0023-audit-log.ts";
import { addApproveScope } from "./0024-approve-scope.ts";
import { createEventFeed } from "./0025-event-feed.ts";
import { createDeletedCosts } from "./0026-deleted-costs.ts";
import { addOwnersOfWorkspaces } from "./0027-owners-of-workspaces.ts";
import { createSchedules } from "./0028-schedules.ts";
import { createBatches } from "./0029-batches.ts";
import { createSnapshots } from "./0030-snapshots.ts";
import { createWorkingCopies } from "./0031-working-copies.ts";
import { createSessionTrees } from "./0032-session-trees.ts";
import { addSnapshotsOfBatches } from "./0033-snapshots-of-batches.ts";
import { addMovesOfWorkingCopies } from "./0034-moved-working-copies.ts";

/** Its indexes are among `LATER_INDEXES`; databases have its name. */
const onlyIndexes = async () => {};

/** Forward only and one idea each: a database has those up to some name, and gets the rest in order. An index on a table of an earlier migration is one of `LATER_INDEXES`. */
const MIGRATIONS: Readonly<Record<string, (db: Db, dialect: SqlDialect) => Promise<void>>> = {
  "0001-workspaces": createWorkspaces,
  "0002-sessions": createSessions,
  "0003-session-logs": createSessionLogs,
  "0004-service-tokens": createServiceTokens,
  "0005-sign-ins": createSignIns,
  "0006-idempotency-records": createIdempotencyRecords,
  "0007-write-checks": createWriteChecks,
  "0008-library": createLibrary,
  "0009-blobs": createBlobs,
  "0010-staged-lines": createStagedLines,
  "0011-counters": createCounters,
  "0012-workspaces-by-template": onlyIndexes,
  "0013-deleted-sessions": onlyIndexes,
  "0014-session-usage": createSessionUsage,
  "0015-steering": createSteering,
  "0016-containers": createContainers,
  "0017-fair-claims": dropIndexOfClaimable,
  "0018-instances": createInstances,
  "0019-webhooks": createWebhooks,
  "0020-bound-workspaces": bindWorkspaces,
  "0021-instances-of-containers": addInstancesOfContainers,
  "0022-principals-of-sessions": addPrincipalsOfSessions,
  "0023-audit-log": createAuditLog,
  "0024-approve-scope": addApproveScope,
  "0025-event-feed": createEventFeed,
  "0026-deleted-costs": createDeletedCosts,
  "0027-owners-of-workspaces": addOwnersOfWorkspaces,
  "0028-schedules": createSchedules,
  "0029-batches": createBatches,
  "0030-snapshots": createSnapshots,
  "0031-working-copies": createWorkingCopies,
  "0032-session-trees": createSessionTrees,
  "0033-snapshots-of-batches": addSnapshotsOfBatches,
  "0034-moved-working-copies": addMovesOfWorkingCopies,
};

/** In their order. */
export const MIGRATION_NAMES: readonly string[] = Object.keys(MIGRATIONS);

/** Where a database keeps which migrations it has. Default: as the migrator names them, where names without a schema are looked up. */
export interface MigrationPlace {
  readonly schema: string;
  readonly table: string;
  readonly lockTable: string;
}

export function migrator(db: Db, dialect: SqlDialect, place?: MigrationPlace): Migrator {
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, up]) => [name, { up: (db: Db) => up(db, dialect) }]),
  );
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(place !== undefined && {
      migrationTableSchema: place.schema,
      migrationTableName: place.table,
      migrationLockTableName: place.lockTable,
    }),
  });
}
