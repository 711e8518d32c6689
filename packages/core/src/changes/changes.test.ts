import { describe, expect, it } from "vitest";
import {
  asksToRemove,
  childrenOf,
  scripted,
  task,
  untilChildren,
} from "../agent/subagents/subagents.test-support.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { DAY_MS } from "../domain/workspaces/retention.ts";
import { memoryObjects, memoryVolumes } from "../memory/index.ts";
import { systemClock } from "../ports/clock.ts";
import { ASKS, codeOf, snapshotHost, withSnapshots, writes } from "../rewind/rewind.test-support.ts";
import { collector } from "../snapshots/workspace/snapshot-retention.test-support.ts";
import { UNNEEDED_MS } from "../snapshots/workspace/snapshot-retention.ts";
import {
  admin,
  answerFirst,
  bash,
  startedService,
  testHost,
  until,
  untilStatus,
  type TestHost,
} from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

const DONE = { text: "Done." };

/** A step in which the agent reads a file and writes another content. */
const rewrites = (path: string, content: string) => ({
  toolCalls: [{ name: "read", arguments: { path } }, ...writes(path, content).toolCalls],
});

const changesOf = ({ service, workspaceId }: TestHost, sessionId: string) =>
  service.changes.ofSession(admin, workspaceId, sessionId);
const pathsOf = async (host: TestHost, sessionId: string) =>
  (await changesOf(host, sessionId)).files.map(({ path }) => path);

/** Volumes that count how often they are looked at. `fails` says whether a look fails, by its number. */
function watchedVolumes(fails: (look: number) => boolean = () => false) {
  let looks = 0;
  const volumes = withSnapshots(memoryVolumes(), (snapshots) => ({
    take(...given) {
      if (fails(++looks)) throw new DomainError("snapshot_incomplete", "A file cannot be read.");
      return snapshots.take(...given);
    },
  }));
  return { volumes, looks: () => looks };
}

describe("the changes of a session", () => {
  it.each([false, true])(
    "leave out what was ignored before it wrote, and what is new and ignored now (snapshots cover it: %s)",
    async (ignored) => {
      await using host = await snapshotHost({
        script: [
          rewrites("dist/a", "2"),
          rewrites("src/a", "2"),
          rewrites("node_modules/m", "2"),
          rewrites(".gitignore", "dist\nsrc\n"),
          writes("src/new", "2"),
          writes("new/.gitignore", "*.log"),
          writes("new/x.log", "2"),
          writes("new/y", "2"),
          writes(".git/HEAD", "2"),
          DONE,
        ],
        config: { snapshots: { ignored } },
      });
      await host.put(".gitignore", "dist\n");
      for (const path of ["dist/a", "src/a", "node_modules/m"]) await host.put(path, "1");
      const { session_id } = await host.run("go");
      expect(await pathsOf(host, session_id)).toEqual([".gitignore", "new/.gitignore", "new/y", "src/a"]);
    },
  );

  it("leave out what was ignored before it wrote, even if nothing ignores it now or a snapshot had it", async () => {
    await using host = await snapshotHost({
      script: [writes("x", "1"), DONE, rewrites("a.log", "2"), DONE],
    });
    await host.put("a.log", "1");
    await host.service.snapshots.create(admin, host.workspaceId);
    await host.put(".gitignore", "dist\n*.log\n");
    await host.put("dist/a", "1");
    const { session_id } = await host.run("one");
    await host.remove(".gitignore");
    await host.run("two", { session_id });
    expect(await pathsOf(host, session_id)).toEqual([".gitignore", "x"]);
  });

  it.each([
    [true, [2, 4], 2],
    [false, [2, 3], 0],
  ])("need two looks for a turn that writes (snapshots before turns: %s)", async (auto, looks, taken) => {
    const watched = watchedVolumes();
    await using host = await snapshotHost({
      script: [writes("a", "1"), writes("b", "1"), DONE, writes("c", "1"), writes("d", "1"), DONE],
      config: { snapshots: { auto } },
      service: { volumes: watched.volumes },
    });
    const { session_id } = await host.run("one");
    const before = watched.looks();
    await host.run("two", { session_id });
    expect([before, watched.looks()]).toEqual(looks);
    expect(await host.snapshots()).toHaveLength(taken);
    expect(await pathsOf(host, session_id)).toEqual(["a", "b", "c", "d"]);
  });

  it("stay as long as the session, whatever becomes of snapshots", async () => {
    const objects = memoryObjects({ clock: { ...systemClock, now: () => systemClock.now() - 2 * DAY_MS } });
    await using host = await snapshotHost({
      script: ["1", "2", "3"].flatMap((text) => [writes("a", `${text}\n`), DONE]),
      config: { snapshots: { keep: 1 } },
      service: { objects },
    });
    const { workspaceId, service, store } = host;
    const { snapshots, sessions } = service;
    const keys = async () => (await objects.list(`w/${workspaceId}/`)).objects.map(({ key }) => key);
    /** Nothing is stored any more but what changes of sessions need. */
    const expectCollected = async () => {
      const { lookAfter } = collector(host, objects);
      for (const ms of [0, UNNEEDED_MS]) await lookAfter(ms);
      const needed = await store.snapshots.sessions.objects(admin.tenant, workspaceId);
      expect(await keys()).toEqual(needed.map((key) => `w/${workspaceId}/${key}`));
    };
    await host.put("old", "old\n");
    const { session_id } = await host.run("one");
    for (const message of ["two", "three"]) await host.run(message, { session_id });
    const before = await changesOf(host, session_id);
    expect(before.diff).toContain("+3\n");
    await host.remove("old");
    await until(async () => (await host.snapshots()).length === 1);
    for (const { id } of await host.snapshots()) await snapshots.delete(admin, workspaceId, id);
    await expectCollected();
    expect(await changesOf(host, session_id)).toEqual(before);

    await sessions.delete(admin, workspaceId, session_id);
    await expectCollected();
    expect(await keys()).toEqual([]);
  });

  it("of a subagent are its own, and its parent's too", async () => {
    const script = scripted([writes("p", "1"), { toolCalls: [task("a")] }, DONE], {
      a: [writes("c", "1"), DONE],
    });
    const watched = watchedVolumes();
    await using host = await snapshotHost({ script, service: { volumes: watched.volumes } });
    const { session_id } = await host.run("go");
    const [child] = await childrenOf(host);
    expect(await pathsOf(host, session_id)).toEqual(["c", "p"]);
    expect(await pathsOf(host, child?.id ?? "")).toEqual(["c"]);
    for (const id of [session_id, child?.id ?? ""])
      expect((await changesOf(host, id)).overlapped).toBe(false);
    expect(watched.looks()).toBe(4);
  });

  it("of a subagent that writes first begin with its parent's", async () => {
    const script = scripted([{ toolCalls: [task("a")] }, DONE], { a: [writes("c", "1"), DONE] });
    const watched = watchedVolumes();
    await using host = await snapshotHost({ script, service: { volumes: watched.volumes } });
    const { session_id, turn_id } = await host.run("go");
    expect(await pathsOf(host, session_id)).toEqual(["c"]);
    expect(await host.snapshots()).toMatchObject([{ session_id, turn_id, files: 0 }]);
    // Before the call, at the end of the subagent, and at that of its parent.
    expect(watched.looks()).toBe(3);
  });

  it("of a subagent end when somebody interrupts it while it waits", async () => {
    const script = scripted([{ toolCalls: [task("a")] }, DONE], {
      a: [writes("c", "1"), { toolCalls: [bash("rm c")] }],
    });
    await using host = await snapshotHost({ script, config: asksToRemove });
    const { session_id } = await host.send("go");
    const [child] = await untilChildren(host, 1, ({ status }) => status === "waiting");
    await host.service.sessions.interrupt(admin, host.workspaceId, child?.id ?? "");
    await untilStatus(host, session_id, "idle");
    await host.put("later", "1");
    expect(await pathsOf(host, child?.id ?? "")).toEqual(["c"]);
  });

  it("say that another session wrote meanwhile: not if its calls ended before, and also if it is removed by then", async () => {
    let ahead = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + ahead };
    await using host = await snapshotHost({
      script: [writes("x", "1"), ASKS, writes("y", "1"), DONE],
      service: { clock },
    });
    const waiting = await host.send("waits for a person");
    await untilStatus(host, waiting.session_id, "waiting");
    ahead += 1_000;
    const { session_id } = await host.run("writes meanwhile");
    const overlapped = async (id: string) => (await changesOf(host, id)).overlapped;
    expect(await overlapped(session_id)).toBe(false);
    expect(await overlapped(waiting.session_id)).toBe(true);
    await host.service.sessions.delete(admin, host.workspaceId, session_id);
    expect(await overlapped(waiting.session_id)).toBe(true);
  });

  it("are not known where the files could not be stored before it wrote", async () => {
    const { volumes } = watchedVolumes((look) => look === 1);
    await using host = await testHost({
      script: ["a", "b", "c"].flatMap((path) => [writes(path, "1"), DONE]),
      service: { volumes },
    });
    const { session_id } = await host.run("one");
    await host.run("two", { session_id });
    expect(await codeOf(changesOf(host, session_id))).toBe("not_allowed");
    const other = await host.run("three");
    expect(await pathsOf(host, other.session_id)).toEqual(["c"]);
  });

  it("extend to the present where the files could not be stored at the end, until a turn ends that writes", async () => {
    const { volumes } = watchedVolumes((look) => look === 2);
    await using host = await snapshotHost({
      script: [writes("a", "1"), DONE, writes("b", "1"), DONE],
      service: { volumes },
    });
    const { session_id } = await host.run("one");
    await host.put("later", "1");
    expect(await pathsOf(host, session_id)).toEqual(["a", "later"]);
    await host.run("two", { session_id });
    await host.put("much later", "1");
    expect(await pathsOf(host, session_id)).toEqual(["a", "b", "later"]);
  });

  it("go on on another instance in the middle of a turn", async () => {
    const [store, volumes] = [testStore(), memoryVolumes()];
    const first = await testHost({
      script: [writes("a", "1"), ASKS, writes("b", "1"), DONE],
      service: { store, volumes },
    });
    const { workspaceId, models } = first;
    const { session_id, turn_id } = await first.send("go");
    await untilStatus(first, session_id, "waiting");
    await first.service.stop();
    const service = await startedService({ store, volumes, models });
    await answerFirst({ service, workspaceId }, session_id, { answers: { "Which?": "a" } });
    await service.chat.result(admin, workspaceId, { session_id, turn_id }, { seconds: 30 });
    const write = new Blob(["1"]).stream();
    await service.files.write(admin, workspaceId, "workspace", "later", write);
    const { files } = await service.changes.ofSession(admin, workspaceId, session_id);
    expect(files.map(({ path }) => path)).toEqual(["a", "b"]);
    await service.stop();
  });
});
