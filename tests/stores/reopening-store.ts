import { memoryStore } from "../../packages/core/src/memory/index.ts";
import type { ClusterStore, CompleteRepositories } from "../../packages/core/src/ports.ts";
import type { CompleteStore } from "../../packages/core/src/index.ts";
import { storeCall } from "../../packages/core/src/testing/index.ts";

type AnyMethod = (...values: unknown[]) => unknown;
type Listener = Parameters<ClusterStore["subscribe"]>[0];

const REPOSITORIES = Object.entries(memoryStore()).flatMap(([name, member]) =>
  typeof member === "object" ? [name as keyof CompleteRepositories] : [],
);

/** An object whose methods call those of another that has to be opened first. What a test has set in its place comes first. */
function opening<T extends object>(
  read: () => Promise<T>,
  children: Readonly<Record<string, object>> = {},
): T {
  return new Proxy({ ...children } as T, {
    get: (set, method) =>
      Object.hasOwn(set, method)
        ? (Reflect.get(set, method) as AnyMethod)
        : (...values: unknown[]) =>
            storeCall(async () => {
              const object = await read();
              return (Reflect.get(object, method) as AnyMethod).apply(object, values);
            }),
  });
}

/**
 * A store that behaves to tests as the one in memory does: the first call opens it, and after `close` it may be started again, with all
 * its data. `open` makes another store on the same data, not started.
 */
export function reopeningStore(open: () => Promise<CompleteStore>, isShared: boolean): CompleteStore {
  let opened: Promise<CompleteStore> | null = null;
  let current: CompleteStore | null = null;
  let closed: Promise<void> = Promise.resolve();
  const listeners = new Map<object, { listen: Listener; end: () => void }>();
  const subscribe = (listen: Listener) => current?.cluster?.subscribe(listen) ?? (() => {});

  async function openNow(): Promise<CompleteStore> {
    // A call while it closes opens it again, as in memory; one store at a time uses the data.
    await closed;
    const store = await open();
    await store.start();
    current = store;
    for (const listener of listeners.values()) listener.end = subscribe(listener.listen);
    return store;
  }
  const theStore = () => (opened ??= openNow());
  const theCluster = async () => {
    const { cluster } = await theStore();
    if (cluster === undefined) throw new Error("The store is not shared.");
    return cluster;
  };

  const nested: { readonly [Name in keyof CompleteRepositories]?: Readonly<Record<string, object>> } = {
    webhooks: { deliveries: opening(async () => (await theStore()).webhooks.deliveries) },
    schedules: { runs: opening(async () => (await theStore()).schedules.runs) },
    batches: { items: opening(async () => (await theStore()).batches.items) },
    snapshots: { sessions: opening(async () => (await theStore()).snapshots.sessions) },
  };
  const repositories = Object.fromEntries(
    REPOSITORIES.map((name) => [name, opening<object>(async () => (await theStore())[name], nested[name])]),
  ) as unknown as CompleteRepositories;

  const cluster: ClusterStore = {
    instances: opening(async () => (await theCluster()).instances),
    background: opening(async () => (await theCluster()).background),
    counters: opening(async () => (await theCluster()).counters),
    positions: (ids) => storeCall(async () => (await theCluster()).positions(ids)),
    interruptRequests: (owner) => storeCall(async () => (await theCluster()).interruptRequests(owner)),
    publish: (hints) => current?.cluster?.publish(hints),
    subscribe(listen) {
      const key = {};
      listeners.set(key, { listen, end: subscribe(listen) });
      return () => {
        listeners.get(key)?.end();
        listeners.delete(key);
      };
    },
  };

  return {
    ...repositories,
    ...(isShared && { cluster }),
    start: () =>
      storeCall(async () => {
        await theStore();
      }),
    transaction: (work) => storeCall(async () => (await theStore()).transaction(work)),
    check: () => storeCall(async () => (await theStore()).check()),
    now: () => storeCall(async () => (await theStore()).now()),
    close: () =>
      storeCall(async () => {
        const closing = opened;
        opened = null;
        current = null;
        closed = Promise.all([closing, closed]).then(([store]) => store?.close());
        await closed;
      }),
  };
}
