import { describe, expect, it } from "vitest";
import { admin, testHost, untilStatus } from "../test-host.test-support.ts";
import {
  ASKS,
  breakableVolumes,
  codeOf,
  script,
  snapshotHost,
  twoTurns,
  writes,
} from "./rewind.test-support.ts";

describe("a rewind", () => {
  it("to a turn returns the files and the transcript to what they were before it", async () => {
    await using host = await twoTurns();
    const { session_id, second } = host;
    expect(await host.files()).toEqual({ "a.txt": "two", "b.txt": "new" });
    const rewound = await host.rewind(session_id, { to_turn: second });
    expect(rewound).toMatchObject({ restored: ["a.txt"], removed: ["b.txt"], conflicts: [] });
    expect(await host.files()).toEqual({ "a.txt": "one" });
    expect(await host.texts(session_id)).toEqual(["first", "Wrote one."]);
    expect(await host.texts(session_id, "rewound")).toContain("Wrote two.");
    expect((await host.session(session_id)).message_count).toBe(4);
  });

  it("leaves what follows to a model that has not seen what was rewound", async () => {
    await using host = await twoTurns();
    const { session_id, second } = host;
    await host.rewind(session_id, { to_turn: second });
    await host.run("another way", { session_id });
    const prompt = JSON.stringify(host.models.requests.at(-1)?.messages);
    expect(prompt).toContain("Wrote one.");
    expect(prompt).toContain("another way");
    expect(prompt).not.toContain("second");
    expect(await host.texts(session_id)).toEqual(["first", "Wrote one.", "another way", "On from here."]);
  });

  it("is undone by a rewind to its safety snapshot, with what the session had", async () => {
    await using host = await twoTurns();
    const { session_id, second } = host;
    const before = [await host.files(), await host.texts(session_id)];
    const { safety_snapshot_id } = await host.rewind(session_id, { to_turn: second });
    await host.rewind(session_id, { to_snapshot: safety_snapshot_id ?? "" });
    expect([await host.files(), await host.texts(session_id)]).toEqual(before);
  });

  it("of the files alone keeps the transcript, and of the transcript alone the files", async () => {
    await using host = await twoTurns();
    const { session_id, second, first } = host;
    const texts = await host.texts(session_id);
    await host.rewind(session_id, { to_turn: second, restore: "files" });
    expect([await host.files(), await host.texts(session_id)]).toEqual([{ "a.txt": "one" }, texts]);
    const { safety_snapshot_id } = await host.rewind(session_id, { to_turn: first, restore: "transcript" });
    expect([await host.files(), await host.texts(session_id)]).toEqual([{ "a.txt": "one" }, []]);
    await host.rewind(session_id, { to_snapshot: safety_snapshot_id ?? "" });
    expect([await host.files(), await host.texts(session_id)]).toEqual([{ "a.txt": "one" }, texts]);
  });

  it("says in a dry run what it would do, and does nothing", async () => {
    await using host = await twoTurns();
    const { session_id, second } = host;
    const before = [await host.files(), await host.events(session_id), await host.snapshots()];
    const rewound = await host.rewind(session_id, { to_turn: second, dry_run: true });
    expect(rewound).toMatchObject({
      restored: ["a.txt"],
      removed: ["b.txt"],
      counts: { restored: 1, removed: 1 },
      safety_snapshot_id: null,
    });
    expect([await host.files(), await host.events(session_id), await host.snapshots()]).toEqual(before);
  });

  it("refuses to change what a person has changed since, unless it is forced", async () => {
    await using host = await twoTurns();
    const { session_id, second } = host;
    await host.put("a.txt", "a person's");
    await host.put("c.txt", "a person's");
    const refused = host.rewind(session_id, { to_turn: second });
    await expect(refused).rejects.toMatchObject({
      code: "rewind_conflict",
      extra: { conflicts: ["a.txt", "c.txt"] },
    });
    expect(await host.files()).toEqual({ "a.txt": "a person's", "b.txt": "new", "c.txt": "a person's" });
    await host.rewind(session_id, { to_turn: second, force: true });
    expect(await host.files()).toEqual({ "a.txt": "one" });
  });

  it("refuses to change what another session has written since", async () => {
    await using host = await snapshotHost({
      script: [writes("a.txt", "one"), { text: "done" }, writes("b.txt", "theirs"), { text: "done" }],
    });
    const { session_id, turn_id } = await host.run("first");
    await host.run("another session's");
    await expect(host.rewind(session_id, { to_turn: turn_id })).rejects.toMatchObject({
      code: "rewind_conflict",
      extra: { conflicts: ["b.txt"] },
    });
  });

  it("lists the ignored files that stay, and not those in a directory where a file comes back", async () => {
    await using host = await snapshotHost({
      script: [writes("a", "file"), { text: "done" }],
    });
    const { session_id } = await host.run("first");
    const { id } = await host.service.snapshots.create(admin, host.workspaceId);
    await host.remove("a");
    for (const path of ["a/f", "a/node_modules/m", "b/node_modules/m"]) await host.put(path, "x");
    for (const dry_run of [true, false])
      expect(await host.rewind(session_id, { to_snapshot: id, force: true, dry_run })).toMatchObject({
        restored: ["a"],
        removed: ["a", "a/f"],
        ignored: ["b/node_modules"],
        counts: { ignored: 1 },
      });
    expect(await host.files()).toEqual({ a: "file", "b/node_modules/m": "x" });
  });

  it("takes a fork of the workspace for nobody's work", async () => {
    await using host = await snapshotHost({ script });
    const { session_id, turn_id } = await host.run("first");
    await host.service.snapshots.fork(admin, host.workspaceId, { name: "fork" });
    await host.run("second", { session_id });
    const rewound = await host.rewind(session_id, { to_turn: turn_id });
    expect(rewound).toMatchObject({ removed: ["a.txt", "b.txt"], conflicts: [] });
  });

  it("to a snapshot that somebody took concerns the files", async () => {
    await using host = await snapshotHost({ script });
    const { session_id } = await host.run("first");
    const { id } = await host.service.snapshots.create(admin, host.workspaceId, { label: "good" });
    await host.run("second", { session_id });
    const texts = await host.texts(session_id);
    await host.rewind(session_id, { to_snapshot: id });
    expect([await host.files(), await host.texts(session_id)]).toEqual([{ "a.txt": "one" }, texts]);
  });

  it("does not claim to restore files of which there is no snapshot", async () => {
    await using host = await twoTurns({ config: { snapshots: { auto: false } } });
    const { session_id, second } = host;
    expect(await codeOf(host.rewind(session_id, { to_turn: second }))).toBe("not_found");
    await host.rewind(session_id, { to_turn: second, restore: "transcript" });
    expect(await host.texts(session_id)).toEqual(["first", "Wrote one."]);
  });

  it("needs an idle session, and one target", async () => {
    await using host = await twoTurns();
    const { session_id, first, second } = host;
    expect(await codeOf(host.rewind(session_id, { to_turn: first, to_snapshot: "x" }))).toBe(
      "invalid_request",
    );
    expect(await codeOf(host.rewind(session_id, {}))).toBe("invalid_request");
    expect(await codeOf(host.rewind(session_id, { to_turn: "turn_0" }))).toBe("not_found");
    const { safety_snapshot_id } = await host.rewind(session_id, { to_turn: second });
    // Its answer may have been lost.
    expect(await host.rewind(session_id, { to_turn: second })).toMatchObject({ safety_snapshot_id });
    await host.run("another way", { session_id });
    expect(await codeOf(host.rewind(session_id, { to_turn: second }))).toBe("not_found");
  });

  it("that fails half-way lets no turn run on half of the files, and is finished by the next call", async () => {
    const { volumes, breakRestores } = breakableVolumes();
    await using host = await twoTurns({ service: { volumes } });
    const { session_id, second } = host;
    breakRestores(true);
    await expect(host.rewind(session_id, { to_turn: second })).rejects.toThrow();
    expect(await host.files()).toEqual({ "a.txt": "two" });
    const begun = (await host.events(session_id)).at(-1);
    expect(begun).toMatchObject({ type: "session.rewinding" });
    await expect(host.send("go on", { session_id })).rejects.toMatchObject({ code: "session_busy" });
    breakRestores(false);
    const rewound = await host.rewind(session_id, { to_turn: second });
    expect(await host.files()).toEqual({ "a.txt": "one" });
    expect((await host.events(session_id)).at(-1)?.type).toBe("session.rewound");
    expect((await host.run("go on", { session_id })).final_message).toBe("On from here.");
    // The files before it are those before its first call.
    const { safety_snapshot_id } = rewound;
    expect(begun).toMatchObject({ safety_snapshot_id });
    await host.rewind(session_id, { to_snapshot: safety_snapshot_id ?? "", force: true });
    expect(await host.files()).toEqual({ "a.txt": "two", "b.txt": "new" });
  });

  it("that continues one that failed keeps what people wrote in between", async () => {
    const { volumes, breakRestores } = breakableVolumes();
    await using host = await twoTurns({ service: { volumes } });
    const { session_id, second } = host;
    breakRestores(true);
    await expect(host.rewind(session_id, { to_turn: second })).rejects.toThrow();
    breakRestores(false);
    await host.put("a.txt", "one");
    await host.put("p.txt", "a person's");
    await expect(host.rewind(session_id, { to_turn: second })).rejects.toMatchObject({
      code: "rewind_conflict",
      extra: { conflicts: ["p.txt"] },
    });
    await host.rewind(session_id, { to_turn: second, force: true });
    expect(await host.files()).toEqual({ "a.txt": "one" });
    // Nothing that was there is lost.
    const [before] = await host.snapshots();
    await host.rewind(session_id, { to_snapshot: before?.id ?? "", restore: "files" });
    expect(await host.files()).toMatchObject({ "p.txt": "a person's" });
  });

  it("to a turn whose snapshot is gone is refused, also where a later turn has one", async () => {
    await using host = await snapshotHost({
      script: ["one", "two", "three"].flatMap((text) => [writes("a.txt", text), { text: "done" }]),
    });
    const { session_id } = await host.run("first");
    const { turn_id } = await host.run("second", { session_id });
    await host.run("third", { session_id });
    const taken = (await host.snapshots()).find((each) => each.turn_id === turn_id);
    await host.service.snapshots.delete(admin, host.workspaceId, taken?.id ?? "");
    expect(await codeOf(host.rewind(session_id, { to_turn: turn_id }))).toBe("not_found");
    expect(await host.files()).toEqual({ "a.txt": "three" });
  });

  it("refuses to change what another session writes in a turn that has not ended, or began before", async () => {
    await using host = await snapshotHost({
      script: [writes("theirs.txt", "1"), ASKS, writes("a.txt", "one"), { text: "done" }],
    });
    const other = await host.send("theirs");
    await untilStatus(host, other.session_id, "waiting");
    const { session_id, turn_id } = await host.run("ours");
    await host.put("theirs.txt", "2");
    await expect(host.rewind(session_id, { to_turn: turn_id })).rejects.toMatchObject({
      extra: { conflicts: ["a.txt", "theirs.txt"] },
    });
  });

  it("after turns that were taken back while they waited leaves nothing of them", async () => {
    await using host = await snapshotHost({
      script: ["A.", "B.", "C."].map((text) => ({ text })),
    });
    const a = await host.send("a");
    const { session_id } = a;
    const b = await host.send("b", { session_id });
    await host.service.chat.result(admin, host.workspaceId, b, { seconds: 30 });
    await host.rewind(session_id, { to_turn: b.turn_id });
    const { turn_id } = await host.run("c", { session_id });
    await host.rewind(session_id, { to_turn: turn_id });
    expect(await host.texts(session_id)).toEqual(["a", "A."]);
  });

  it("is not offered by a host without objects", async () => {
    await using host = await testHost({ script, service: { objects: null } });
    const { session_id, turn_id } = await host.run("first");
    const rewind = host.service.snapshots.rewind(admin, host.workspaceId, session_id, { to_turn: turn_id });
    expect(await codeOf(rewind)).toBe("not_allowed");
    const input = { to_turn: turn_id, restore: "transcript" } as const;
    await host.service.snapshots.rewind(admin, host.workspaceId, session_id, input);
    expect((await host.session(session_id)).message_count).toBe(0);
    expect(await codeOf(host.service.snapshots.list(admin, host.workspaceId))).toBe("not_allowed");
  });
});
