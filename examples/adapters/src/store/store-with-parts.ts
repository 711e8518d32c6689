import type { CompleteStore, Repositories, Store, StoreParts } from "@workspace-agent/core/ports";

/** What every store has: enough to run turns. */
function coreOf(from: Repositories): Repositories {
  const { workspaces, sessions, turns, events, messages, steering, idempotency } = from;
  return { workspaces, sessions, turns, events, messages, steering, idempotency };
}

/** Another store with some of its parts. What a call needs of the others is `not_allowed`. */
export function storeWithParts(store: CompleteStore, parts: readonly (keyof StoreParts)[]): Store {
  const some = (from: Repositories): Repositories => ({
    ...coreOf(from),
    ...Object.fromEntries(parts.map((part) => [part, from[part]])),
  });
  return {
    ...some(store),
    start: () => store.start(),
    // Inside of a transaction only the repositories that it passes may be used.
    transaction: (work, whenWritten) => store.transaction((inside) => work(some(inside)), whenWritten),
    check: () => store.check(),
    now: () => store.now(),
    close: () => store.close(),
  };
}
