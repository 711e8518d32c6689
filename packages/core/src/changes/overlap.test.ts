import { expect, test } from "vitest";
import { newSession } from "../sessions/new-session.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import { hasOverlapped } from "./overlap.ts";
import { testStore } from "../testing/index.ts";

async function family() {
  const store = testStore();
  await using host = await testHost({ script: () => ({ text: "done" }), service: { store } });
  const workspace = await store.workspaces.get(admin.tenant, host.workspaceId);
  if (workspace === null) throw new Error("It was made.");
  const made = async (id: string, parent: string | null): Promise<SessionRecord> => {
    const record: SessionRecord = {
      ...newSession(workspace, id),
      parent: parent === null ? null : { session_id: parent, turn_id: "turn_1", call_id: "call_1" },
    };
    await store.transaction((repositories) => repositories.sessions.insert(record));
    return record;
  };
  const parent = await made("ses_parent", null);
  const child = await made("ses_child", parent.id);
  const sibling = await made("ses_sibling", parent.id);
  const other = await made("ses_other", null);
  return { store, parent, child, sibling, other };
}

test("another session is one that neither started this one nor was started by it", async () => {
  const { store, parent, child, sibling, other } = await family();
  const overlaps = (session: SessionRecord, ...writers: readonly string[]) =>
    hasOverlapped(store, session, writers);
  expect(await overlaps(parent)).toBe(false);
  expect(await overlaps(parent, parent.id, child.id, sibling.id)).toBe(false);
  expect(await overlaps(child, child.id, parent.id)).toBe(false);
  expect(await overlaps(child, sibling.id)).toBe(true);
  expect(await overlaps(parent, child.id, other.id)).toBe(true);
  expect(await overlaps(parent, "ses_unknown")).toBe(true);
});
