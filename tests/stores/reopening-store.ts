import type { Repositories, Store } from "../../packages/core/src/index.ts";
import { storeCall } from "../../packages/core/src/testing/index.ts";

/** One for each of them, so that a new one is not left out. */
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
  let closed: Promise<void> = Promise.resolve();
  const listeners = new Map<object, { listen: Parameters<Store["subscribe"]>[0]; end: () => void }>();

  async function openNow(): Promise<Store> {
    // What is asked of it while it closes opens it again, as in memory; the data is one store's at a time.
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
          // What a test has set in its place comes first.
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
