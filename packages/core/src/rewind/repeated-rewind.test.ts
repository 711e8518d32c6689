import { describe, expect, it } from "vitest";
import { admin } from "../test-host.test-support.ts";
import { codeOf, snapshotHost, twoTurns } from "./rewind.test-support.ts";

describe("a rewind", () => {
  it("of the files is not done where the transcript alone was rewound to the turn", async () => {
    await using host = await twoTurns();
    const { session_id, second } = host;
    const { safety_snapshot_id } = await host.rewind(session_id, { to_turn: second, restore: "transcript" });
    for (const restore of ["both", "files"] as const)
      expect(await codeOf(host.rewind(session_id, { to_turn: second, restore }))).toBe("not_found");
    expect(await host.files()).toEqual({ "a.txt": "two", "b.txt": "new" });
    const repeat = (dry_run: boolean) =>
      host.rewind(session_id, { to_turn: second, restore: "transcript", dry_run });
    expect(await repeat(false)).toMatchObject({ safety_snapshot_id });
    expect(await repeat(true)).toMatchObject({ safety_snapshot_id: null });
  });

  it("is done where its turn had changed no files, and repeated", async () => {
    await using host = await snapshotHost({ script: [{ text: "done" }] });
    const { session_id, turn_id } = await host.run("first");
    const { safety_snapshot_id } = await host.rewind(session_id, { to_turn: turn_id });
    expect(await host.rewind(session_id, { to_turn: turn_id })).toMatchObject({ safety_snapshot_id });
  });

  const restores = ["both", "files", "transcript"] as const;
  it.each(restores.flatMap((restore) => [true, false].map((isToTurn) => [restore, isToTurn] as const)))(
    "that is repeated, since its answer may have been lost, returns what undoes it: %s, to a turn: %s",
    async (restore, isToTurn) => {
      await using host = await twoTurns();
      const { session_id, second } = host;
      const before = [await host.files(), await host.texts(session_id)];
      const taken = (await host.snapshots()).find(({ turn_id }) => turn_id === second);
      const wanted = { ...(isToTurn ? { to_turn: second } : { to_snapshot: taken?.id }), restore };
      const { safety_snapshot_id, through_seq } = await host.rewind(session_id, wanted);
      expect(await host.rewind(session_id, wanted)).toMatchObject({ safety_snapshot_id, through_seq });
      const undo = { to_snapshot: safety_snapshot_id ?? "" };
      const undone = await host.rewind(session_id, undo);
      expect([await host.files(), await host.texts(session_id)]).toEqual(before);
      const { safety_snapshot_id: safety } = await host.rewind(session_id, undo);
      expect(safety).toBe(undone.safety_snapshot_id);
      // It was undone: this is another one.
      expect((await host.rewind(session_id, wanted)).safety_snapshot_id).not.toBe(safety_snapshot_id);
    },
  );

  it("to a turn is repeated also where the snapshot of the turn was removed since", async () => {
    await using host = await twoTurns();
    const { session_id, second } = host;
    const taken = (await host.snapshots()).find(({ turn_id }) => turn_id === second);
    const { safety_snapshot_id } = await host.rewind(session_id, { to_turn: second });
    await host.service.snapshots.delete(admin, host.workspaceId, taken?.id ?? "");
    expect(await host.rewind(session_id, { to_turn: second })).toMatchObject({ safety_snapshot_id });
  });

  it("that is repeated after somebody changed a file rewinds that too", async () => {
    await using host = await twoTurns();
    const { session_id, second } = host;
    const wanted = { to_turn: second, restore: "files" } as const;
    await host.rewind(session_id, wanted);
    await host.put("a.txt", "a person's");
    expect(await codeOf(host.rewind(session_id, wanted))).toBe("rewind_conflict");
    const { restored, safety_snapshot_id } = await host.rewind(session_id, { ...wanted, force: true });
    expect(restored).toEqual(["a.txt"]);
    await host.rewind(session_id, { to_snapshot: safety_snapshot_id ?? "" });
    expect(await host.files()).toEqual({ "a.txt": "a person's" });
  });
});
