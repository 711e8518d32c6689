import type { Repositories, Store } from "../../packages/core/src/index.ts";
import { storeCall } from "../../packages/core/src/testing/index.ts";

/** All of them: a missing one does not compile. */
const EACH: Record<keyof Repositories, true> = {
  workspaces: true,
  sessions: true,
  turns: true,
  events: true,
  messages: true,
  serviceTokens: true,
  signIns: true,
  idempotency: true,
  library: true,
  blobs: true,
  stagedLines: true,
  counters: true,
  usage: true,
  containers: true,
  instances: true,
  background: true,
  steering: true,
  webhooks: true,
  webhookDeliveries: true,
  audit: true,
};
const REPOSITORIES = Object.keys(EACH) as (keyof Repositories)[];

type AnyMethod = (...values: unknown[]) => unknown;

/** Repositories with their methods as own members, so that tests can replace one in a copy. */
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
 * A store that behaves like the in-memory one: the first call opens it, and it can be started again after it was closed, with its data.
 * `open` returns another store on the same data, not started.
 */
export function reopeningStore(capabilities: Store["capabilities"], open: () => Promise<Store>): Store {
  let opened: Promise<Store> | null = null;
  let current: Store | null = null;
  let closed: Promise<void> = Promise.resolve();
  const listeners = new Map<object, { listen: Parameters<Store["subscribe"]>[0]; end: () => void }>();

  async function openNow(): Promise<Store> {
    // A call while it closes opens it again, as in memory; one store at a time uses the data.
    await closed;
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
          // A method that a test has replaced comes first.
          get: (set, method) =>
            Object.hasOwn(set, method)
              ? (Reflect.get(set, method) as AnyMethod)
              : (...values: unknown[]) =>
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
        closed = Promise.all([closing, closed]).then(([store]) => store?.close());
        await closed;
      }),
  };
}
