import type { Repositories, Store } from "../../packages/core/src/index.ts";
import { storeCall } from "../../packages/core/src/testing/index.ts";

const REPOSITORIES = [
  "workspaces",
  "sessions",
  "turns",
  "events",
  "messages",
  "serviceTokens",
  "signIns",
  "idempotency",
  "library",
  "blobs",
  "stagedLines",
  "counters",
  "usage",
  "containers",
  "steering",
] as const satisfies readonly (keyof Repositories)[];

type AnyMethod = (...values: unknown[]) => unknown;

/** Repositories whose methods are members of their own, so that tests can replace one of them in a copy. */
function asObjects(repositories: Repositories): Repositories {
  const methodsOf = (repository: object) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(repository)).map((method) => [
      method,
      (...values: unknown[]) => (Reflect.get(repository, method) as AnyMethod).apply(repository, values),
    ]);
  return Object.fromEntries(
    REPOSITORIES.map((name) => [name, Object.fromEntries(methodsOf(repositories[name]))]),
  ) as unknown as Repositories;
}

/**
 * A store that behaves to tests as the one in memory does: it is opened by whatever is first asked of it, and may be started again after it was closed,
 * with all it held. `open` makes another store on the same data, not started.
 */
export function reopeningStore(capabilities: Store["capabilities"], open: () => Promise<Store>): Store {
  let opened: Promise<Store> | null = null;
  let current: Store | null = null;
  const listeners = new Map<object, { listen: Parameters<Store["subscribe"]>[0]; end: () => void }>();

  async function openNow(): Promise<Store> {
    const store = await open();
    await store.start();
    current = store;
    for (const listener of listeners.values()) listener.end = store.subscribe(listener.listen);
    return store;
  }
  const theStore = () => (opened ??= openNow());

  const repositories = Object.fromEntries(
    REPOSITORIES.map((name) => [
      name,
      new Proxy(
        {},
        {
          get:
            (_, method) =>
            (...values: unknown[]) =>
              storeCall(async () => {
                const repository = (await theStore())[name];
                return (Reflect.get(repository, method) as AnyMethod).apply(repository, values);
              }),
        },
      ),
    ]),
  ) as unknown as Repositories;

  return {
    ...repositories,
    capabilities,
    start: () =>
      storeCall(async () => {
        await theStore();
      }),
    transaction: (work) =>
      storeCall(async () => (await theStore()).transaction((inside) => work(asObjects(inside)))),
    check: () => storeCall(async () => (await theStore()).check()),
    publish: (hints) => {
      current?.publish(hints);
    },
    subscribe(listen) {
      const key = {};
      listeners.set(key, { listen, end: current?.subscribe(listen) ?? (() => {}) });
      return () => {
        listeners.get(key)?.end();
        listeners.delete(key);
      };
    },
    close: () =>
      storeCall(async () => {
        const closing = opened;
        opened = null;
        current = null;
        await (await closing)?.close();
      }),
  };
}
