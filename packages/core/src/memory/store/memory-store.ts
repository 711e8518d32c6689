import { systemClock, type Clock } from "../../ports/clock.ts";
import { leaseTime } from "../../ports/lease-time.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import type { Access } from "./access.ts";
import { auditRepository } from "./audit-repository.ts";
import { backgroundRepository } from "./background-repository.ts";
import { blobRepository } from "./blob-repository.ts";
import { containerRepository } from "./container-repository.ts";
import { instanceRepository } from "./instance-repository.ts";
import { counterRepository } from "./counter-repository.ts";
import { freeUnfinishedKeys, idempotencyRepository } from "./idempotency-repository.ts";
import { libraryRepository } from "./library-repository.ts";
import { SerialQueue } from "./serial-queue.ts";
import { serviceTokenRepository } from "./service-token-repository.ts";
import { eventRepository, messageRepository, turnRepository } from "./session-log-repositories.ts";
import { sessionRepository, voidLeases } from "./session-repository.ts";
import { signInRepository } from "./sign-in-repository.ts";
import { stagedLinesRepository } from "./staged-lines-repository.ts";
import { steeringRepository } from "./steering-repository.ts";
import { commitTables, emptyTables, forkTables, type Tables } from "./tables.ts";
import { usageRepository } from "./usage-repository.ts";
import { webhookRepository } from "./webhook-repository.ts";
import { deliveryRepository } from "./webhook-delivery-repository.ts";
import { workspaceRepository } from "./workspace-repository.ts";

export interface MemoryStoreOptions {
  /** What leases are measured by. Default: the system's. */
  readonly clock?: Clock;
}

function repositories(access: Access): Repositories {
  return {
    workspaces: workspaceRepository(access),
    sessions: sessionRepository(access),
    turns: turnRepository(access),
    events: eventRepository(access),
    messages: messageRepository(access),
    serviceTokens: serviceTokenRepository(access),
    signIns: signInRepository(access),
    idempotency: idempotencyRepository(access),
    library: libraryRepository(access),
    blobs: blobRepository(access),
    stagedLines: stagedLinesRepository(access),
    counters: counterRepository(access),
    usage: usageRepository(access),
    containers: containerRepository(access),
    instances: instanceRepository(access),
    background: backgroundRepository(access),
    steering: steeringRepository(access),
    webhooks: webhookRepository(access),
    webhookDeliveries: deliveryRepository(access),
    audit: auditRepository(access),
  };
}

/**
 * A store that forgets everything with the process: for tests, and for hosts that want no database. Transactions
 * run one after another; what is read outside of them is what was committed. Records that it gives are frozen.
 * It may be started again after `close`, with all it held. Using the store itself inside one of its transactions
 * reads the committed state, and a write waits for the transaction's end: awaited there, it fails after 10 s.
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const now = leaseTime(options.clock ?? systemClock);
  const tables = emptyTables();
  const queue = new SerialQueue();

  function change<T>(work: (fork: Tables) => T): T {
    const fork = forkTables(tables);
    const result = work(fork);
    commitTables(fork);
    return result;
  }

  async function transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return queue.run(async () => {
      const fork = forkTables(tables);
      let hasEnded = false;
      const open = (): Tables => {
        if (hasEnded) throw new Error("This transaction of the store has ended.");
        return fork;
      };
      const access: Access = {
        get tables() {
          return open();
        },
        write: async (work) => work(open()),
        now,
      };
      try {
        const result = await work(repositories(access));
        commitTables(fork);
        return result;
      } finally {
        hasEnded = true;
      }
    });
  }

  return {
    ...repositories({ tables, write: (work) => queue.run(() => change(work)), now }),
    capabilities: { shared: false },
    transaction,
    start: () =>
      queue.run(() =>
        change((fork) => {
          voidLeases(fork);
          freeUnfinishedKeys(fork);
        }),
      ),
    check: async () => {},
    publish: () => {},
    subscribe: () => () => {},
    close: async () => {},
  };
}
