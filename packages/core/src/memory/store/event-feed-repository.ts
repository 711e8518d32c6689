import type { EventFeedRepository } from "../../ports/event-feed-store.ts";
import type { Access } from "./access.ts";
import { EVERYONE, type Tables } from "./tables.ts";

const headOf = ({ feedHead }: Tables) => feedHead.get(EVERYONE, EVERYONE)?.position ?? 0;

export function eventFeedRepository(access: Access): EventFeedRepository {
  return {
    async collect(sessionIds, limit) {
      const wanted = sessionIds === null ? null : new Set(sessionIds);
      return access.write((tables) => {
        const { feedEntries, feedSessions, feedHead } = tables;
        let position = headOf(tables);
        let left = limit;
        for (const { record } of [...tables.sessions.all()]) {
          const { tenant, workspace_id, id: session_id, next_seq } = record;
          const collected = feedSessions.get(EVERYONE, session_id)?.seq ?? 0;
          const last_seq = next_seq - 1;
          if (last_seq <= collected || wanted?.has(session_id) === false) continue;
          if (left === 0) break;
          left -= 1;
          position += 1;
          const events = { first_seq: collected + 1, last_seq };
          feedEntries.put(EVERYONE, Object.freeze({ position, tenant, workspace_id, session_id, ...events }));
          feedSessions.put(EVERYONE, { id: session_id, seq: last_seq });
        }
        feedHead.put(EVERYONE, { position });
        return left === 0;
      });
    },
    async page(page) {
      return access.tables.feedEntries.oldestFirst(EVERYONE, page);
    },
    async head() {
      return headOf(access.tables);
    },
    async sweep() {
      await access.write(({ sessions, feedEntries, feedSessions }) => {
        const ids = new Set([...sessions.all()].map(({ record }) => record.id));
        feedEntries.removeWhere(({ session_id }) => !ids.has(session_id));
        feedSessions.removeWhere(({ id }) => !ids.has(id));
      });
    },
  };
}
