import { systemClock, type Clock } from "../../ports/clock.ts";
import { leaseTime } from "../../ports/lease-time.ts";
import type { ChangeHint } from "../../ports/cluster-store.ts";
import type { CompleteRepositories, CompleteStore, SharedStore } from "../../ports/store.ts";
import type { Access } from "./access.ts";
import { frozenCopy } from "./frozen-copy.ts";
import { clusterRepositories } from "./cluster.ts";
import { auditRepository } from "./audit-repository.ts";
import { batchRepository } from "./batch-repository.ts";
import { blobRepository } from "./blob-repository.ts";
import { containerRepository } from "./container-repository.ts";
import { eventFeedRepository } from "./event-feed-repository.ts";
import { freeUnfinishedKeys, idempotencyRepository } from "./idempotency-repository.ts";
import { libraryRepository } from "./library-repository.ts";
import { SerialQueue } from "./serial-queue.ts";
import { scheduleRepository } from "./schedule-repository.ts";
import { serviceTokenRepository } from "./service-token-repository.ts";
import { eventRepository, messageRepository, turnRepository } from "./session-log-repositories.ts";
import { sessionRepository, voidLeases } from "./session-repository.ts";
import { signInRepository } from "./sign-in-repository.ts";
import { snapshotRepository } from "./snapshot-repository.ts";
import { stagedLinesRepository } from "./staged-lines-repository.ts";
import { steeringRepository } from "./steering-repository.ts";
import { commitTables, emptyTables, forkTables, type Tables } from "./tables.ts";
import { usageRepository } from "./usage-repository.ts";
import { webhookRepository } from "./webhook-repository.ts";
import { workingCopyRepository } from "./working-copy-repository.ts";
import { workspaceRepository } from "./workspace-repository.ts";

export interface MemoryStoreOptions {
  /** Measures leases. Default: the system's. */
  readonly clock?: Clock;
}

function repositories(access: Access): CompleteRepositories {
  return {
    workspaces: workspaceRepository(access),
    sessions: sessionRepository(access),
    turns: turnRepository(access),
    events: eventRepository(access),
    messages: messageRepository(access),
    steering: steeringRepository(access),
    idempotency: idempotencyRepository(access),
    serviceTokens: serviceTokenRepository(access),
    signIns: signInRepository(access),
    library: libraryRepository(access),
    blobs: blobRepository(access),
    stagedLines: stagedLinesRepository(access),
    usage: usageRepository(access),
    containers: containerRepository(access),
    webhooks: webhookRepository(access),
    audit: auditRepository(access),
    eventFeed: eventFeedRepository(access),
    schedules: scheduleRepository(access),
    batches: batchRepository(access),
    snapshots: snapshotRepository(access),
    workingCopies: workingCopyRepository(access),
  };
}

/** Tables with transactions that run one after another. */
function memoryDatabase({ clock = systemClock }: MemoryStoreOptions, isShared: boolean) {
  const now = leaseTime(clock);
  const tables = emptyTables();
  const queue = new SerialQueue();
  const write = <T>(change: (fork: Tables) => T) =>
    queue.run(() => {
      const fork = forkTables(tables);
      const result = change(fork);
      commitTables(fork);
      return result;
    });

  async function transaction<T>(work: (repositories: CompleteRepositories) => Promise<T>): Promise<T> {
    return queue.run(async () => {
      const fork = forkTables(tables);
      let hasEnded = false;
      const open = (): Tables => {
        if (hasEnded) throw new Error("This transaction of the store has ended.");
        return fork;
      };
      const inside: Access = {
        get tables() {
          return open();
        },
        write: async (change) => change(open()),
        isShared,
        now,
      };
      try {
        const result = await work(repositories(inside));
        commitTables(fork);
        return result;
      } finally {
        hasEnded = true;
      }
    });
  }

  const access: Access = { tables, write, isShared, now };
  return {
    access,
    store: {
      ...repositories(access),
      transaction,
      check: async () => {},
      now: async () => now(),
      close: async () => {},
    },
  };
}

/**
 * A store that loses everything with the process: for tests, and for hosts that want no database. Transactions run one after another;
 * what is read outside of them is committed. Returned records are frozen. After `close` it may be started again, with all its data.
 * Using the store itself inside one of its transactions reads the committed state; a write there waits for the transaction's end, and
 * fails after 10 s where it is awaited.
 */
export function memoryStore(options: MemoryStoreOptions = {}): CompleteStore {
  const { store, access } = memoryDatabase(options, false);
  const start = () =>
    access.write((fork) => {
      voidLeases(fork);
      freeUnfinishedKeys(fork);
    });
  return { ...store, start };
}

/** How long a hint takes to the other instances. */
const HINT_MS = 5;

/** Stores of several instances on the same data, as if each were a process of its own: for tests of hosts. */
export function memoryCluster(options: MemoryStoreOptions = {}): { readonly open: () => SharedStore } {
  const { store, access } = memoryDatabase(options, true);
  const instances = new Set<Set<(hint: ChangeHint) => void>>();
  return {
    open() {
      const listeners = new Set<(hint: ChangeHint) => void>();
      instances.add(listeners);
      return {
        ...store,
        start: async () => {},
        close: async () => void instances.delete(listeners),
        cluster: {
          ...clusterRepositories(access),
          publish(hints) {
            setTimeout(() => {
              for (const others of instances)
                if (others !== listeners)
                  for (const listener of others) for (const hint of hints) listener(frozenCopy(hint));
            }, HINT_MS);
          },
          subscribe(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
          },
        },
      };
    },
  };
}
