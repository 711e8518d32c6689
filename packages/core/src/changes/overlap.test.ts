import { expect, test } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import { silentLogger } from "../ports/logger.ts";
import { REMOVED_WRITER } from "../ports/volume-baselines.ts";
import { newSession } from "../sessions/new-session.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import { hasOverlapped } from "./overlap.ts";
import { SessionBaselines } from "./session-baselines.ts";
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
  return { store, workspace, parent, child, sibling, other };
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
  expect(await overlaps(parent, REMOVED_WRITER)).toBe(true);
  expect(await overlaps(parent, "ses_unknown")).toBe(true);
});

test("what a session writes that another has started is a change of the other's too", async () => {
  const { workspace, parent, child } = await family();
  const volumes = memoryVolumes();
  const volume = await volumes.workspace(workspace.id);
  const baselines = new SessionBaselines({ files: () => volumes.workspace(workspace.id) }, silentLogger);
  const write = (content: string) => volume.write("f", new TextEncoder().encode(content));
  await write("old");
  await baselines.whileWriting(workspace, child, () => write("by the child"));
  for (const { id } of [parent, child]) {
    const comparison = await volume.baselines?.compare(id);
    expect(comparison?.changes.map(({ path }) => path)).toEqual(["f"]);
    expect(comparison?.writers).toEqual([parent.id, child.id]);
  }
});
