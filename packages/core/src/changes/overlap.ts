import type { Store } from "../ports/store.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

/** How many levels of parent sessions are followed. */
const MOST_GENERATIONS = 16;

/** Whether `id` is the session or one of its ancestors. */
async function isSelfOrAncestor(store: Store, id: string, session: SessionRecord): Promise<boolean> {
  let current: SessionRecord | null = session;
  for (let generation = 0; current !== null && generation < MOST_GENERATIONS; generation++) {
    if (current.id === id) return true;
    const { parent }: SessionRecord = current;
    if (parent === null) return false;
    if (parent.session_id === id) return true;
    current = await store.sessions.get(session.tenant, session.workspace_id, parent.session_id);
  }
  return false;
}

/**
 * Whether one of the writers is another session: not the session itself, a descendant (whose work belongs to the session),
 * or an ancestor (which waits for it).
 */
export async function hasOverlapped(
  store: Store,
  session: SessionRecord,
  writers: readonly string[],
): Promise<boolean> {
  for (const writer of writers) {
    if (await isSelfOrAncestor(store, writer, session)) continue;
    const other = await store.sessions.get(session.tenant, session.workspace_id, writer);
    if (other === null || !(await isSelfOrAncestor(store, session.id, other))) return true;
  }
  return false;
}
