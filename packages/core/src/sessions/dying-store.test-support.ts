import type { SessionRecord } from "../domain/sessions/session.ts";
import type { Store } from "../ports/store.ts";

const never = new Promise<never>(() => {});

/** A store of a process that is killed after a number of commits: from then on no call returns. */
export function dyingStore(store: Store) {
  let left = Infinity;
  let commits = 0;
  const guard = <T extends object>(object: T): T =>
    new Proxy(object, {
      get(target, key): unknown {
        const value: unknown = Reflect.get(target, key);
        if (typeof value === "object" && value !== null) return guard(value);
        if (typeof value !== "function") return value;
        if (key === "publish" || key === "subscribe") return value.bind(target) as unknown;
        return async (...given: unknown[]): Promise<unknown> => {
          if (left <= 0) return never;
          try {
            const answer: unknown = await (value as (...all: unknown[]) => unknown).apply(target, given);
            if (key === "transaction") {
              commits += 1;
              left -= 1;
            }
            return answer;
          } catch (error) {
            // The process's connections close.
            if (left <= 0) return never;
            throw error;
          }
        };
      },
    });
  return {
    store: guard(store),
    dieAfter: (count: number) => void (left = count),
    isDead: () => left <= 0,
    commits: () => commits,
  };
}

/** Leaves a session as a process does that is killed: its owner stays, its lease is void. */
export async function abandon(
  store: Store,
  sessionId: string,
  change: Partial<SessionRecord> = {},
): Promise<void> {
  await store.transaction(async (repositories) => {
    const record = await repositories.sessions.lock("default", sessionId);
    if (record === null) throw new Error("The session is gone.");
    const left = { ...record, owner: "inst_dead", epoch: record.epoch + 1, lease_until: 0, ...change };
    await repositories.sessions.save(left);
  });
}
