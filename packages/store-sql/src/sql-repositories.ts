import type { Repositories } from "@workspace-agent/core";
import { auditStatements, SqlAudit } from "./audit/audit-repository.ts";
import { backgroundStatements, SqlBackground } from "./background/background-repository.ts";
import { blobStatements } from "./blobs/blob-statements.ts";
import { SqlBlobs } from "./blobs/blob-repository.ts";
import { containerStatements, SqlContainers } from "./containers/container-repository.ts";
import { counterStatements, SqlCounters } from "./counters/counter-repository.ts";
import type { Db } from "./database.ts";
import { instanceStatements, SqlInstances } from "./instances/instance-repository.ts";
import type { Executor } from "./executor.ts";
import { idempotencyStatements, SqlIdempotency } from "./idempotency/idempotency-repository.ts";
import { SqlLibrary } from "./library/library-repository.ts";
import { libraryStatements } from "./library/library-statements.ts";
import { libraryUserStatements } from "./library/library-user-statements.ts";
import { claimStatements } from "./sessions/claim-statements.ts";
import { ClaimPositions } from "./sessions/fair-claim.ts";
import { SqlEvents, SqlMessages, SqlTurns } from "./sessions/session-log-repositories.ts";
import { sessionLogStatements } from "./sessions/session-log-statements.ts";
import { SqlSessions } from "./sessions/session-repository.ts";
import { sessionStatements } from "./sessions/session-statements.ts";
import { signInStatements } from "./sign-ins/sign-in-statements.ts";
import { SqlSignIns } from "./sign-ins/sign-in-repository.ts";
import type { SqlDialect } from "./sql-dialect.ts";
import { SqlStagedLines } from "./staged-lines/staged-lines-repository.ts";
import { stagedLinesStatements } from "./staged-lines/staged-lines-statements.ts";
import { SqlSteering } from "./steering/steering-repository.ts";
import { steeringStatements } from "./steering/steering-statements.ts";
import { serviceTokenStatements, SqlServiceTokens } from "./tokens/service-token-repository.ts";
import { SqlUsage } from "./usage/usage-repository.ts";
import { usageStatements } from "./usage/usage-statements.ts";
import { deliveryStatements, SqlWebhookDeliveries } from "./webhooks/delivery-repository.ts";
import { SqlWebhooks, webhookStatements } from "./webhooks/webhook-repository.ts";
import { SqlWorkspaces } from "./workspaces/workspace-repository.ts";
import { workspaceStatements } from "./workspaces/workspace-statements.ts";

/** Compiles the statements of all repositories once; what comes back makes the repositories of a store or a transaction. */
export function sqlRepositories(db: Db, dialect: SqlDialect): (executor: Executor) => Repositories {
  const statements = {
    workspaces: workspaceStatements(db, dialect),
    sessions: sessionStatements(db, dialect),
    sessionLogs: sessionLogStatements(db),
    serviceTokens: serviceTokenStatements(db),
    signIns: signInStatements(db),
    idempotency: idempotencyStatements(db, dialect),
    library: libraryStatements(db, dialect),
    libraryUsers: libraryUserStatements(db, dialect),
    blobs: blobStatements(db, dialect),
    stagedLines: stagedLinesStatements(db),
    counters: counterStatements(db),
    usage: usageStatements(db),
    containers: containerStatements(db, dialect),
    instances: instanceStatements(db, dialect),
    background: backgroundStatements(db, dialect),
    claims: claimStatements(db, dialect),
    steering: steeringStatements(db),
    webhooks: webhookStatements(db, dialect),
    webhookDeliveries: deliveryStatements(db, dialect),
    audit: auditStatements(db),
  };
  const positions = new ClaimPositions();
  return (executor) => ({
    workspaces: new SqlWorkspaces(executor, statements.workspaces, statements.sessions, db, dialect),
    sessions: new SqlSessions(executor, statements.sessions, statements.claims, dialect, positions),
    turns: new SqlTurns(executor, statements.sessionLogs),
    events: new SqlEvents(executor, statements.sessionLogs),
    messages: new SqlMessages(executor, statements.sessionLogs),
    serviceTokens: new SqlServiceTokens(executor, statements.serviceTokens),
    signIns: new SqlSignIns(executor, statements.signIns),
    idempotency: new SqlIdempotency(executor, statements.idempotency),
    library: new SqlLibrary(executor, statements.library, statements.libraryUsers, dialect),
    blobs: new SqlBlobs(executor, statements.blobs, dialect),
    stagedLines: new SqlStagedLines(executor, statements.stagedLines),
    counters: new SqlCounters(executor, statements.counters),
    usage: new SqlUsage(executor, statements.usage),
    containers: new SqlContainers(executor, statements.containers),
    instances: new SqlInstances(executor, statements.instances),
    background: new SqlBackground(executor, statements.background),
    steering: new SqlSteering(executor, statements.steering),
    webhooks: new SqlWebhooks(executor, statements.webhooks),
    webhookDeliveries: new SqlWebhookDeliveries(executor, statements.webhookDeliveries, dialect),
    audit: new SqlAudit(executor, statements.audit),
  });
}
