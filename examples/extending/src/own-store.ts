import type { EventRepository } from "@workspace-agent/core/ports";
import type { Repositories, SessionEvent, Store } from "@workspace-agent/core";
import { allBut } from "./all-but.ts";

/** Receives committed events, in order within a session. Must not throw. */
export type Mirror = (tenant: string, sessionId: string, events: readonly SessionEvent[]) => void;

type Appended = Parameters<EventRepository["append"]>;

/** The repository, which also reports what was appended. */
function heard(events: EventRepository, onAppended: (...appended: Appended) => void): EventRepository {
  return allBut(events, {
    async append(...appended) {
      await events.append(...appended);
      onAppended(...appended);
    },
  });
}

/**
 * A store around another one that tells the host of every event of every session: for an index, an audit, a stream of its own. What is undone is
 * not reported, and what is reported is durable. A process that dies between the two reports nothing: to miss none, read the log from the last seq.
 */
export function mirroredStore(store: Store, mirror: Mirror): Store {
  const transaction: Store["transaction"] = async (work) => {
    let appended: Appended[] = [];
    const result = await store.transaction((inside) => {
      // The transaction may be retried; events of a failed attempt are discarded.
      appended = [];
      const events = heard(inside.events, (...each) => void appended.push(each));
      return work(allBut<Repositories>(inside, { events }));
    });
    for (const each of appended) mirror(...each);
    return result;
  };
  return allBut(store, { transaction, events: heard(store.events, mirror) });
}
