import { describe, expect, it } from "vitest";
import type { SessionRecord } from "../../domain/sessions/session.ts";
import type { SessionTrees } from "../../domain/snapshots/snapshot.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { CompleteStore } from "../../ports/store.ts";
import { givenSession, givenWorkspace, type TheStore } from "./given.ts";
import { unique } from "./records.ts";
import { aSessionTrees } from "./snapshot-records.ts";

export function sessionTreesSuite(theStore: TheStore<CompleteStore>): void {
  const trees = () => theStore().snapshots.sessions;

  async function given(
    record: Partial<SessionTrees> = {},
    workspace?: WorkspaceRecord,
    objects: readonly string[] = [],
  ): Promise<SessionTrees> {
    const row = aSessionTrees(await givenSession(theStore(), {}, workspace), record);
    await trees().insert(row, objects);
    return row;
  }
  const get = ({ tenant, workspace_id, session_id }: SessionTrees) =>
    trees().get(tenant, workspace_id, session_id);
  const ids = (rows: readonly SessionTrees[]) => rows.map(({ session_id }) => session_id);

  describe("what a session changed", () => {
    it("is found in its own tenant and workspace alone, and once for each session", async () => {
      const writing = await given();
      const ended = await given({ root: null, stored_at: 0, wrote_at: 7, writers: ["ses_1", "ses_2"] });
      expect(await get(writing)).toEqual(writing);
      expect(await get(ended)).toEqual(ended);
      const { tenant, workspace_id, session_id } = writing;
      expect(await trees().get(unique(), workspace_id, session_id)).toBeNull();
      expect(await trees().get(tenant, "ws_other", session_id)).toBeNull();
      expect(await trees().get(tenant, workspace_id, "ses_none")).toBeNull();
      await expect(trees().insert(writing, [])).rejects.toMatchObject({ code: "internal" });
    });

    it("needs a session of its tenant", async () => {
      const { tenant, workspace_id, id }: SessionRecord = await givenSession(theStore());
      const stray = aSessionTrees({ tenant: unique(), workspace_id, id });
      await expect(trees().insert(stray, ["a"])).rejects.toMatchObject({ code: "not_found" });
      const absent = aSessionTrees({ tenant, workspace_id, id: "ses_none" });
      await expect(trees().insert(absent, ["a"])).rejects.toMatchObject({ code: "not_found" });
    });

    it("needs the objects of its beginning and of its last end", async () => {
      const row = await given({}, undefined, ["b", "a"]);
      const { tenant, workspace_id } = row;
      const needed = () => trees().objects(tenant, workspace_id);
      expect(await needed()).toEqual(["a", "b"]);
      const ended = { ...row, end_root: "root_2", stored_at: 8, wrote_at: 7, writers: ["ses_1"] };
      await trees().save(ended, ["d", "b"]);
      expect(await get(row)).toEqual(ended);
      expect(await needed()).toEqual(["a", "b", "d"]);
      await trees().save({ ...ended, wrote_at: null });
      expect(await get(row)).toEqual({ ...ended, wrote_at: null });
      expect(await needed()).toEqual(["a", "b", "d"]);
      await trees().save(ended, ["c"]);
      expect(await needed()).toEqual(["a", "b", "c"]);
      expect(await trees().objects(unique(), workspace_id)).toEqual([]);
    });

    it("is found by when it was written, and the newest by when it was stored", async () => {
      const workspace = await givenWorkspace(theStore());
      const { tenant, id } = workspace;
      const early = await given({ wrote_at: 5, stored_at: 9 }, workspace);
      const late = await given({ wrote_at: 6, stored_at: 7 }, workspace);
      const now = await given({ wrote_at: null, stored_at: 2 }, workspace);
      await given({ stored_at: 99 }, await givenWorkspace(theStore(), { tenant }));
      const writing = async (since: number) => ids(await trees().writing(tenant, id, since));
      expect(await writing(5)).toEqual(ids([early, late, now]).sort());
      expect(await writing(6)).toEqual(ids([late, now]).sort());
      expect(await writing(Number.MAX_SAFE_INTEGER)).toEqual(ids([now]));
      expect(await trees().newest(tenant, id)).toEqual(early);
      expect(await trees().newest(unique(), id)).toBeNull();
    });

    it("is removed with its session, and with its workspace", async () => {
      const workspace = await givenWorkspace(theStore());
      const { tenant, id } = workspace;
      const one = await given({}, workspace, ["a"]);
      const other = await given({}, workspace, ["b"]);
      await theStore().sessions.delete(tenant, one.session_id);
      expect(await get(one)).toBeNull();
      expect(await trees().objects(tenant, id)).toEqual(["b"]);
      await theStore().workspaces.delete(tenant, id);
      expect(await get(other)).toBeNull();
    });

    it("is changed by one transaction at a time, which may be undone", async () => {
      const row = await given();
      const change = (isUndone = false) =>
        theStore().transaction(async ({ snapshots }) => {
          const found = await snapshots.sessions.get(row.tenant, row.workspace_id, row.session_id);
          const writers = [...(found?.writers ?? []), "ses_x"];
          await snapshots.sessions.save({ ...row, writers });
          if (isUndone) throw new Error("undone");
        });
      await expect(change(true)).rejects.toThrow("undone");
      await Promise.all(Array.from({ length: 6 }, () => change()));
      expect((await get(row))?.writers).toHaveLength(6);
    });
  });
}
