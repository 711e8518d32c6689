import type { CoreRepositories, Store, StoreLifecycle, Repositories } from "../store.ts";
import { missingIn, type Methods } from "./shape.ts";

const LIFECYCLE: Methods<StoreLifecycle<Repositories>> = {
  start: true,
  transaction: true,
  check: true,
  now: true,
  close: true,
};

const REPOSITORIES: { readonly [Name in keyof CoreRepositories]: Methods<CoreRepositories[Name]> } = {
  workspaces: {
    insert: true,
    get: true,
    list: true,
    update: true,
    delete: true,
    countSessions: true,
    listDeleting: true,
    listAll: true,
  },
  sessions: {
    insert: true,
    get: true,
    list: true,
    lock: true,
    save: true,
    delete: true,
    claim: true,
    renew: true,
  },
  turns: { save: true, get: true, list: true },
  events: { append: true, page: true },
  messages: { append: true, replace: true, page: true, pageTexts: true, ofTurn: true },
  steering: { add: true, list: true, clear: true },
  idempotency: { get: true, insert: true, complete: true, delete: true, sweep: true },
};

function problemOf(store: Store): string | null {
  const missing = missingIn(store, LIFECYCLE);
  if (missing !== null) return missing;
  for (const [name, methods] of Object.entries(REPOSITORIES)) {
    const wrong = missingIn(Reflect.get(store, name), methods);
    if (wrong !== null) return `of its repository "${name}", ${wrong}`;
  }
  return null;
}

/** Throws for a store that lacks a method which every store has. */
export function checkStore(store: Store): void {
  const problem = problemOf(store);
  if (problem !== null) throw new TypeError(`The option \`store\` is no Store: ${problem}.`);
}
