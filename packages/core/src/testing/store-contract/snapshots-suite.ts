import { describe, expect, it } from "vitest";
import type { SnapshotRecord } from "../../domain/snapshots/snapshot.ts";
import type { CompleteStore } from "../../ports/store.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import { givenSession, givenWorkspace, reread, type TheStore } from "./given.ts";
import { unique } from "./records.ts";
import { aSnapshot } from "./snapshot-records.ts";

export function snapshotsSuite(theStore: TheStore<CompleteStore>): void {
  const snapshots = () => theStore().snapshots;

  async function given(
    record: Partial<SnapshotRecord> = {},
    {
      workspace,
      objects = [],
    }: { readonly workspace?: WorkspaceRecord; readonly objects?: readonly string[] } = {},
  ): Promise<SnapshotRecord> {
    const snapshot = aSnapshot(workspace ?? (await givenWorkspace(theStore())), record);
    await snapshots().insert(snapshot, objects);
    return snapshot;
  }
  const get = ({ tenant, workspace_id, id }: SnapshotRecord) => snapshots().get(tenant, workspace_id, id);
  const end = (
    { tenant, workspace_id, id }: SnapshotRecord,
    end_root: string,
    objects: readonly string[] = [],
  ) => snapshots().end(tenant, workspace_id, id, { end_root, objects });
  /** The order of objects is the store's. */
  const needs = async ({ tenant, workspace_id }: Pick<SnapshotRecord, "tenant" | "workspace_id">) =>
    (await snapshots().needs(tenant, workspace_id)).map(({ record, objects }) => ({
      record,
      objects: objects.toSorted(),
    }));

  describe("snapshots", () => {
    it("are found in their own tenant and workspace alone", async () => {
      const manual = await given({}, { objects: ["a"] });
      const ofTurn = { kind: "auto", label: null, session_id: "ses_1", turn_id: "turn_1" } as const;
      const auto = await given({ ...ofTurn, end_root: "root_2" });
      expect(await get(manual)).toEqual(manual);
      expect(await get(auto)).toEqual(auto);
      const { tenant, workspace_id, id } = manual;
      expect(await snapshots().get(unique(), workspace_id, id)).toBeNull();
      expect(await snapshots().get(tenant, "ws_other", id)).toBeNull();
      expect(await snapshots().get(tenant, workspace_id, "snp_none")).toBeNull();
    });

    it("are found in their own tenant by their ids alone", async () => {
      const workspace = await givenWorkspace(theStore());
      const other = await givenWorkspace(theStore(), { tenant: workspace.tenant });
      const first = await given({}, { workspace, objects: ["a"] });
      const second = await given({ end_root: "root_2" }, { workspace: other });
      expect(await snapshots().find(workspace.tenant, first.id)).toEqual(first);
      expect(await snapshots().find(workspace.tenant, second.id)).toEqual(second);
      expect(await snapshots().find(unique(), first.id)).toBeNull();
      expect(await snapshots().find(workspace.tenant, "snp_none")).toBeNull();
      await theStore().workspaces.delete(other.tenant, other.id);
      expect(await snapshots().find(workspace.tenant, second.id)).toBeNull();
    });

    it("need a workspace of their tenant", async () => {
      const { id } = await givenWorkspace(theStore());
      const stray = aSnapshot({ id, tenant: unique() });
      await expect(snapshots().insert(stray, ["a"])).rejects.toMatchObject({ code: "not_found" });
      expect(await get(stray)).toBeNull();
      expect(await needs(stray)).toEqual([]);
    });

    it("are listed newest first, page by page, those of their workspace alone", async () => {
      const workspace = await givenWorkspace(theStore());
      const other = await givenWorkspace(theStore(), { tenant: workspace.tenant });
      const first = await given({}, { workspace, objects: ["a"] });
      const second = await given({}, { workspace });
      const third = await given({}, { workspace });
      const apart = await given({}, { workspace: other });
      const { list } = snapshots();
      expect(await list(workspace.tenant, workspace.id, { limit: 2 })).toEqual([third, second]);
      expect(await list(workspace.tenant, workspace.id, { limit: 2, before: second.id })).toEqual([first]);
      expect(await list(workspace.tenant, other.id, { limit: 9 })).toEqual([apart]);
      expect(await list(unique(), workspace.id, { limit: 9 })).toEqual([]);
    });

    it("are listed of one session", async () => {
      const workspace = await givenWorkspace(theStore());
      const { tenant, id } = workspace;
      const [session, another] = [unique(), unique()];
      const first = await given({ session_id: session }, { workspace });
      await given({ session_id: another }, { workspace });
      const second = await given({ session_id: session, kind: "safety" }, { workspace });
      await given({}, { workspace });
      const third = await given({ session_id: session }, { workspace });
      const { list } = snapshots();
      expect(await list(tenant, id, { session, limit: 2 })).toEqual([third, second]);
      expect(await list(tenant, id, { session, limit: 2, before: second.id })).toEqual([first]);
      expect(await list(tenant, id, { session: unique(), limit: 9 })).toEqual([]);
      expect(await list(tenant, "ws_other", { session, limit: 9 })).toEqual([]);
      expect(await list(unique(), id, { session, limit: 9 })).toEqual([]);
    });

    it("that are ended have a root of the end, and need its objects beside their own", async () => {
      const snapshot = await given({}, { objects: ["a", "b"] });
      await end(snapshot, "root_2", ["b", "c"]);
      const ended = { ...snapshot, end_root: "root_2" };
      expect(await get(snapshot)).toEqual(ended);
      expect(await needs(snapshot)).toEqual([{ record: ended, objects: ["a", "b", "c"] }]);
      await end(snapshot, "root_3");
      const again = { ...snapshot, end_root: "root_3" };
      expect(await needs(snapshot)).toEqual([{ record: again, objects: ["a", "b", "c"] }]);
    });

    it("that are not there are not ended", async () => {
      const snapshot = await given({}, { objects: ["a"] });
      await end({ ...snapshot, tenant: unique() }, "root_2", ["b"]);
      await end({ ...snapshot, workspace_id: "ws_other" }, "root_2", ["b"]);
      await end({ ...snapshot, id: "snp_none" }, "root_2", ["b"]);
      expect(await needs(snapshot)).toEqual([{ record: snapshot, objects: ["a"] }]);
    });

    it("of a workspace are read with the objects that they need, the oldest first", async () => {
      const workspace = await givenWorkspace(theStore());
      const other = await givenWorkspace(theStore(), { tenant: workspace.tenant });
      const first = await given({}, { workspace, objects: ["a", "c/1"] });
      const second = await given({ session_id: "ses_1", kind: "auto" }, { workspace });
      const third = await given({ end_root: "root_2" }, { workspace, objects: ["a"] });
      await given({}, { workspace: other, objects: ["d"] });
      expect(await needs(first)).toEqual([
        { record: first, objects: ["a", "c/1"] },
        { record: second, objects: [] },
        { record: third, objects: ["a"] },
      ]);
      expect(await needs({ tenant: unique(), workspace_id: workspace.id })).toEqual([]);
    });

    it("are deleted one by one", async () => {
      const workspace = await givenWorkspace(theStore());
      const snapshot = await given({}, { workspace, objects: ["a"] });
      const left = await given({}, { workspace, objects: ["b"] });
      const { tenant, workspace_id, id } = snapshot;
      expect(await snapshots().delete(unique(), workspace_id, id)).toBe(false);
      expect(await snapshots().delete(tenant, "ws_other", id)).toBe(false);
      expect(await get(snapshot)).toEqual(snapshot);
      expect(await snapshots().delete(tenant, workspace_id, id)).toBe(true);
      expect(await snapshots().delete(tenant, workspace_id, id)).toBe(false);
      expect(await get(snapshot)).toBeNull();
      expect(await needs(left)).toEqual([{ record: left, objects: ["b"] }]);
    });

    it("are removed with their workspace, and stay when their session is deleted", async () => {
      const session = await givenSession(theStore());
      const { tenant, workspace_id } = session;
      const snapshot = aSnapshot({ tenant, id: workspace_id }, { kind: "auto", session_id: session.id });
      await snapshots().insert(snapshot, ["a"]);
      const neighbor = await given({}, { workspace: await givenWorkspace(theStore(), { tenant }) });
      await theStore().sessions.delete(tenant, session.id);
      expect(await reread(theStore(), session)).toBeNull();
      expect(await get(snapshot)).toEqual(snapshot);
      await theStore().workspaces.delete(tenant, workspace_id);
      expect(await get(snapshot)).toBeNull();
      expect(await needs(snapshot)).toEqual([]);
      expect(await get(neighbor)).toEqual(neighbor);
    });

    it("are changed by one transaction at a time, which may be undone", async () => {
      const snapshot = await given();
      const { tenant, workspace_id, id } = snapshot;
      const change = (isUndone: boolean, isById: boolean) =>
        theStore().transaction(async (repositories) => {
          const { get, find } = repositories.snapshots;
          const found = await (isById ? find(tenant, id) : get(tenant, workspace_id, id));
          const count = Number(found?.end_root ?? 0) + 1;
          const objects = [`object ${count}`];
          await repositories.snapshots.end(tenant, workspace_id, id, { end_root: `${count}`, objects });
          if (isUndone) throw new Error("undone");
        });
      await expect(change(true, false)).rejects.toThrow("undone");
      await Promise.all(Array.from({ length: 6 }, (_, index) => change(false, index % 2 === 0)));
      const objects = [1, 2, 3, 4, 5, 6].map((count) => `object ${count}`);
      expect(await needs(snapshot)).toEqual([{ record: { ...snapshot, end_root: "6" }, objects }]);
    });

    it("that are ended by many at once need what each of them names", async () => {
      const snapshot = await given({}, { objects: ["a"] });
      const named = ["b", "c", "d", "e", "f", "g"];
      await Promise.all(named.map((object) => end(snapshot, "root_2", [object])));
      const record = { ...snapshot, end_root: "root_2" };
      expect(await needs(snapshot)).toEqual([{ record, objects: ["a", ...named] }]);
    });
  });
}
