import type { CompleteRepositories } from "@workspace-agent/core/ports";
import { sqlAudit } from "./audit/audit-repository.ts";
import { sqlBatches } from "./batches/batch-repository.ts";
import { sqlBlobs } from "./blobs/blob-repository.ts";
import { sqlContainers } from "./containers/container-repository.ts";
import type { Db } from "./database.ts";
import { sqlEventFeed } from "./event-feed/event-feed-repository.ts";
import type { Executor } from "./executor.ts";
import { sqlIdempotency } from "./idempotency/idempotency-repository.ts";
import { sqlLibrary } from "./library/library-repository.ts";
import { sqlSchedules } from "./schedules/schedule-repository.ts";
import { sqlSessionLogs } from "./sessions/session-logs.ts";
import { sqlSessions } from "./sessions/session-repository.ts";
import { sqlSignIns } from "./sign-ins/sign-in-repository.ts";
import { sqlSnapshots } from "./snapshots/snapshot-repository.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import { sqlStagedLines } from "./staged-lines/staged-lines-repository.ts";
import { sqlSteering } from "./steering/steering-repository.ts";
import { sqlServiceTokens } from "./tokens/service-token-repository.ts";
import { sqlUsage } from "./usage/usage-repository.ts";
import { sqlWebhooks } from "./webhooks/webhook-repository.ts";
import { sqlWorkingCopies } from "./working-copies/working-copy-repository.ts";
import { sqlWorkspaces } from "./workspaces/workspace-repository.ts";

/** Makes the repositories of a store or of one of its transactions, whose statements are compiled once for all of them. */
export function sqlRepositories(db: Db, dialect: SqlDialect): (executor: Executor) => CompleteRepositories {
  const logs = sqlSessionLogs(db, dialect);
  const workspaces = sqlWorkspaces(db, dialect);
  const sessions = sqlSessions(db, dialect);
  const steering = sqlSteering(db);
  const idempotency = sqlIdempotency(db);
  const library = sqlLibrary(db, dialect);
  const blobs = sqlBlobs(db, dialect);
  const stagedLines = sqlStagedLines(db);
  const webhooks = sqlWebhooks(db, dialect);
  const usage = sqlUsage(db);
  const serviceTokens = sqlServiceTokens(db);
  const signIns = sqlSignIns(db);
  const audit = sqlAudit(db);
  const eventFeed = sqlEventFeed(db, dialect);
  const schedules = sqlSchedules(db, dialect);
  const batches = sqlBatches(db, dialect);
  const snapshots = sqlSnapshots(db, dialect);
  const workingCopies = sqlWorkingCopies(db, dialect);
  const containers = sqlContainers(db, dialect);
  return (executor) => ({
    ...logs(executor),
    workspaces: workspaces(executor),
    sessions: sessions(executor),
    steering: steering(executor),
    idempotency: idempotency(executor),
    library: library(executor),
    blobs: blobs(executor),
    stagedLines: stagedLines(executor),
    webhooks: webhooks(executor),
    usage: usage(executor),
    serviceTokens: serviceTokens(executor),
    signIns: signIns(executor),
    audit: audit(executor),
    eventFeed: eventFeed(executor),
    schedules: schedules(executor),
    batches: batches(executor),
    snapshots: snapshots(executor),
    workingCopies: workingCopies(executor),
    containers: containers(executor),
  });
}
