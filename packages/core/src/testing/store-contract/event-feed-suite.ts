import { describe, expect, it } from "vitest";
import { nextTask } from "../../runtime/next-task.ts";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { FeedEntry } from "../../ports/event-feed-store.ts";
import type { CompleteStore } from "../../ports/store.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { anEvent } from "./records.ts";

export function eventFeedSuite(theStore: TheStore<CompleteStore>): void {
  const feed = () => theStore().eventFeed;

  /** Appends so many events to a session's log. */
  const append = ({ tenant, id }: SessionRecord, count: number) =>
    theStore().transaction(async (repositories) => {
      const record = await repositories.sessions.lock(tenant, id);
      if (record === null) throw new Error("The session is gone.");
      const events = Array.from({ length: count }, (_, index) => anEvent(id, record.next_seq + index));
      await repositories.events.append(tenant, id, events);
      await repositories.sessions.save({ ...record, next_seq: record.next_seq + count });
    });

  /** The entries of these sessions after a position, in the order of the feed: other tests have sessions too. */
  async function entriesOf(sessions: readonly SessionRecord[], after = 0): Promise<readonly FeedEntry[]> {
    const ids = new Set(sessions.map(({ id }) => id));
    const found: FeedEntry[] = [];
    for (let last = after; ;) {
      const page = await feed().page({ after: last, limit: 500 });
      found.push(...page.filter(({ session_id }) => ids.has(session_id)));
      const end = page.at(-1);
      if (end === undefined) return found;
      last = end.position;
    }
  }
  const spans = (entries: readonly FeedEntry[]) =>
    entries.map(({ session_id, first_seq, last_seq }) => [session_id, first_seq, last_seq]);

  describe("the feed of events", () => {
    it("has what was appended since the last collection, once, in the order of the collections", async () => {
      const a = await givenSession(theStore());
      const b = await givenSession(theStore());
      await append(a, 3);
      await append(b, 1);
      const before = await feed().head();
      expect(await feed().collect([b.id], 1)).toBe(true);
      expect(await feed().collect([a.id, b.id], 10)).toBe(false);
      expect(await feed().collect([a.id, b.id], 10)).toBe(false);
      await append(a, 2);
      await feed().collect([a.id], 10);
      const entries = await entriesOf([a, b], before);
      expect(spans(entries)).toEqual([
        [b.id, 1, 1],
        [a.id, 1, 3],
        [a.id, 4, 5],
      ]);
      expect(entries[1]).toMatchObject({ tenant: a.tenant, workspace_id: a.workspace_id });
      expect(entries.at(-1)?.position).toBeLessThanOrEqual(await feed().head());
    });

    it("finds the sessions itself, a limited number at a time", async () => {
      const workspace = await givenWorkspace(theStore());
      const sessions: SessionRecord[] = [];
      for (let count = 0; count < 4; count++) {
        const session = await givenSession(theStore(), {}, workspace);
        await append(session, 1);
        sessions.push(session);
      }
      const quiet = await givenSession(theStore(), {}, workspace);
      while (await feed().collect(null, 3));
      const entries = await entriesOf([...sessions, quiet]);
      expect(new Set(entries.map(({ session_id }) => session_id)).size).toBe(4);
      expect(entries).toHaveLength(4);
      expect(await feed().collect([], 3)).toBe(false);
    });

    it("collects no event twice and none too late, while others append and collect at the same time", async () => {
      const sessions = await Promise.all(Array.from({ length: 4 }, () => givenSession(theStore())));
      const before = await feed().head();
      const seen: FeedEntry[] = [];
      const over = new AbortController();
      const reading = (async () => {
        for (let last = before; ;) {
          const isLast = over.signal.aborted;
          const page = await feed().page({ after: last, limit: 500 });
          seen.push(...page.filter(({ session_id }) => sessions.some(({ id }) => id === session_id)));
          last = page.at(-1)?.position ?? last;
          if (page.length === 0 && isLast) return;
          // A store may answer within the same task.
          await nextTask();
        }
      })();
      const ids = sessions.map(({ id }) => id);
      const appending = sessions.map(async (session) => {
        for (let count = 0; count < 8; count++) {
          await append(session, 1 + (count % 3));
          await feed().collect(count % 2 === 0 ? [session.id] : ids, 10);
        }
      });
      await Promise.all(appending);
      await feed().collect(ids, 10);
      over.abort();
      await reading;
      // Whoever follows the feed has read what whoever comes later reads.
      expect(seen).toEqual(await entriesOf(sessions, before));
      for (const { id } of sessions) {
        const own = seen.filter(({ session_id }) => session_id === id);
        let next = 1;
        for (const { first_seq, last_seq } of own) {
          expect(first_seq).toBe(next);
          next = last_seq + 1;
        }
        expect(next).toBe(16);
      }
    });

    it("forgets deleted sessions, and uses no position again", async () => {
      const session = await givenSession(theStore());
      await append(session, 1);
      await feed().collect([session.id], 1);
      const head = await feed().head();
      await theStore().sessions.delete(session.tenant, session.id);
      await feed().sweep();
      expect(await entriesOf([session])).toEqual([]);
      expect(await feed().collect([session.id], 1)).toBe(false);
      expect(await feed().head()).toBeGreaterThanOrEqual(head);
    });
  });
}
