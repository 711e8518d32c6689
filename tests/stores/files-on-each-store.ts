import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Tests that depend on the store beyond its contract. They run on SQLite and Postgres too, all others only on the in-memory store. */
const STORE_DEPENDENT: readonly string[] = [
  // The output in the row of its turn, and its attempts after a crash.
  "packages/core/src/agent/output/stored-output.test.ts",
  // Concurrent answers: one transaction wins.
  "packages/core/src/agent/requests/answers.test.ts",
  // Batches: locks of a batch and its items, restarts, cancels while items begin.
  "packages/core/src/batches/batch-crashes.test.ts",
  "packages/core/src/batches/batch-races.test.ts",
  // Claims of expired requests, store clock, restart, answer on another instance.
  "packages/core/src/agent/requests/waiting.test.ts",
  // Claim of a session whose lease is void.
  "packages/core/src/agent/started-calls.test.ts",
  // Random restarts, interrupts, deletions: claims and transactions interleave.
  "packages/core/src/agent/subagents/under-fire.test.ts",
  // Rows and locks of what sessions changed: their bases, ends and removal.
  "packages/core/src/changes/changes.test.ts",
  // Idempotency records: races, abandonment, roll-back.
  "packages/core/src/idempotency/idempotency.test.ts",
  // The intention, the safety snapshot and the lease in one transaction; transcripts without what was rewound.
  "packages/core/src/rewind/rewind.test.ts",
  // Sweeps of expired rows.
  "packages/core/src/sessions/maintenance.test.ts",
  // Removal of idle sessions while others change them, pages of all workspaces.
  "packages/core/src/sessions/session-expiry.test.ts",
  // Staged lines, one transaction for a load.
  "packages/core/src/library/bulk/atomic-load.test.ts",
  // Batches, concurrent loads, unique names.
  "packages/core/src/library/bulk/bulk.test.ts",
  // Cursor stays valid while rows change.
  "packages/core/src/library/collection/export.test.ts",
  // Claims of turns to stop, beyond the limit.
  "packages/core/src/sessions/interrupts-while-waiting.test.ts",
  // Replaced rows of messages, turns that end before they start.
  "packages/core/src/sessions/queued-turns.test.ts",
  // Claims, leases, hand-over, attempts, queue limit.
  "packages/core/src/sessions/runner.test.ts",
  // Long transaction that pages through the log, key after deletion.
  "packages/core/src/sessions/session-fork.test.ts",
  // Steering rows, keys, acceptance on another instance.
  "packages/core/src/sessions/steered-messages.test.ts",
  // Steer, interrupt and queue: transactions on a session's row and log.
  "packages/core/src/sessions/steering.test.ts",
  // Crash after each commit, resumed from the store.
  "packages/core/src/sessions/steering-crashes.test.ts",
  // Stop during a claim.
  "packages/core/src/sessions/stop-while-claiming.test.ts",
  // Turn ended between two commits by another instance.
  "packages/core/src/sessions/stop-behind.test.ts",
  // Failed and lost commits, release on recovery.
  "packages/core/src/sessions/store-unavailable.test.ts",
  // Usage sums of concurrent turns.
  "packages/core/src/domain/usage/usage.test.ts",
  // Locks of a template and its skills while a workspace is made.
  "packages/core/src/workspaces/workspace-creation-races.test.ts",
  // Claims of deliveries by two instances, crash, hand-over.
  "packages/core/src/webhooks/webhook-instances.test.ts",
  // Creation under a key, roll-back, sweep after a crash.
  "packages/core/src/workspaces/workspace-creation.test.ts",
  // Config versions, label filter with cursor.
  "packages/core/src/workspaces/workspaces-service.test.ts",
  // Idempotency records of turns, the queue of a session and its limit.
  "packages/http/src/routes/chat.test.ts",
  // Replay from the log by seq, and the change from replay to live.
  "packages/http/src/routes/events.test.ts",
  // Pages of sessions, turns and messages by cursors.
  "packages/http/src/routes/sessions.test.ts",
  // Search and label filter with cursors.
  "packages/http/src/routes/workspaces.test.ts",
  // Claims of due schedules, runs and turns in one transaction, keys of runs.
  "packages/core/src/schedules/schedule-claims.test.ts",
  // Deliveries written with their event, their pages, replay.
  "packages/http/src/routes/webhooks.test.ts",
  // Sums by model and day, deleted sessions included.
  "packages/http/src/routes/usage.test.ts",
  // Versions, conditions on writes, pages with a search, export in order.
  "packages/http/src/routes/library/items.test.ts",
  // Bulk loads: in batches, atomic in one transaction, dry runs rolled back.
  "packages/http/src/routes/library/bulk.test.ts",
];

/** Tests that prove nothing more on another store: what a browser shows, and what generated clients compile. */
const ON_ONE_STORE = /pages\/reference\/|context\/long-session|contract\/clients/;

const IMPORTED = /(?:from|import) "(\.[^"]+\.ts)"/g;

/** Whether a test uses `testStore()`, itself or by test support. */
function usesTestStore(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  if (/\btestStore\(/.test(text)) return true;
  return [...text.matchAll(IMPORTED)]
    .map(([, path = ""]) => join(dirname(file), path))
    .some((path) => /\.test-support\.ts$|\/tests\//.test(path) && usesTestStore(path, seen));
}

/** The test files that run on each store; in the full suite, all that can. */
export function filesOnEachStore({ isFull }: { readonly isFull: boolean }): string[] {
  const gone = STORE_DEPENDENT.filter((file) => !existsSync(join(ROOT, file)));
  if (gone.length > 0) throw new Error(`No such test to run on each store: ${gone.join(", ")}`);
  if (!isFull) return [...STORE_DEPENDENT];
  const files = globSync(["packages/{core,http}/src/**/*.test.ts", "tests/contract/*.test.ts"], {
    cwd: ROOT,
  });
  return files.filter((file) => !ON_ONE_STORE.test(file) && usesTestStore(join(ROOT, file)));
}
