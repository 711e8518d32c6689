import type { Store } from "../ports/store.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import { expiredRequests, releaseWhileWaiting } from "../domain/sessions/resolve-requests.ts";
import type { SessionLog } from "./session-log.ts";
import type { SessionRun } from "./session-run.ts";
import type { SessionRecord, SessionState } from "../domain/sessions/session.ts";

const idsOf = (drafts: readonly EventDraft[]) =>
  new Set(drafts.flatMap((draft) => (draft.type === "request.resolved" ? [draft.request_id] : [])));

/** Resolves those of the requests that are still open in this session. */
function stillOpen(ids: ReadonlySet<string>, { pending_requests }: SessionState): EventDraft[] {
  return pending_requests
    .filter(({ id }) => ids.has(id))
    .map(({ id, turn_id }) => ({ type: "request.resolved", turn_id, request_id: id, outcome: "expired" }));
}

async function expire(
  store: Store,
  log: SessionLog,
  tenant: string,
  sessionId: string,
  ids: ReadonlySet<string>,
): Promise<void> {
  const appended = await store.transaction(async (repositories) => {
    const record = await repositories.sessions.lock(tenant, sessionId);
    const drafts = record === null ? [] : stillOpen(ids, record.state);
    return record === null || drafts.length === 0 ? null : log.append(repositories, record, drafts);
  });
  if (appended !== null) log.announce(appended);
}

/** Expires the requests that nobody answered in time, in a waiting session without a run. Its parent's log gets the events too. */
export async function expireRequests(
  store: Store,
  log: SessionLog,
  { id, tenant, state }: SessionRecord,
  now: number,
): Promise<void> {
  await expire(store, log, tenant, id, idsOf(expiredRequests(state, now)));
}

/**
 * Expires those of a claimed session that have expired by the store's clock, here and in the subagents that opened them. Releases the
 * session where other requests are open.
 */
export async function expireInClaimed(store: Store, log: SessionLog, run: SessionRun): Promise<void> {
  const { tenant, state } = run.record;
  const ids = idsOf(expiredRequests(state, await store.now()));
  const origins = new Set(
    state.pending_requests.flatMap(({ id, origin_session_id: origin }) =>
      ids.has(id) && origin !== undefined ? [origin] : [],
    ),
  );
  for (const origin of origins) await expire(store, log, tenant, origin, ids);
  await run.append((record) => stillOpen(ids, record.state), releaseWhileWaiting);
}
