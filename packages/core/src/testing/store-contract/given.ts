import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import type { CompleteStore, Store } from "../../ports/store.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { aLibraryRecord } from "./library-records.ts";
import { aSession, aWorkspace } from "./records.ts";

/** Returns the store that the tests of a suite share, open. */
export type TheStore<S extends Store = Store> = () => S;

export async function givenWorkspace(
  store: Store,
  record: Partial<WorkspaceRecord> = {},
): Promise<WorkspaceRecord> {
  const workspace = aWorkspace(record);
  await store.workspaces.insert(workspace);
  return workspace;
}

/** A session in a workspace of its own, or in one that is there. */
export async function givenSession(
  store: Store,
  overrides: Parameters<typeof aSession>[1] = {},
  workspace?: WorkspaceRecord,
): Promise<SessionRecord> {
  const session = aSession(workspace ?? (await givenWorkspace(store)), overrides);
  await store.sessions.insert(session);
  return session;
}

/** A thing of the library that the store has saved. */
export async function givenLibrary(
  store: CompleteStore,
  record: Partial<LibraryRecord> = {},
): Promise<LibraryRecord> {
  const saved = aLibraryRecord(record);
  await store.library.save([saved]);
  return saved;
}

/** What the store holds of a session now. */
export async function reread(store: Store, session: SessionRecord): Promise<SessionRecord | null> {
  return store.sessions.get(session.tenant, session.workspace_id, session.id);
}
