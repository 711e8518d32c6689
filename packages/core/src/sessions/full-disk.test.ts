import { expect, it } from "vitest";
import { DomainError } from "../domain/errors/domain-error.ts";
import { memoryVolumes } from "../memory/index.ts";
import type { Volume, VolumeProvider } from "../ports/volume.ts";
import { fakeClock } from "../testing/index.ts";
import { admin, bash, testHost, until, untilStatus } from "../test-host.test-support.ts";

/** Volumes on a disk that can be full, which the volumes report. */
function onDisk() {
  const disk = { isFull: false };
  const volumes = memoryVolumes();
  const full = () => Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
  const bounded = (volume: Volume): Volume =>
    new Proxy(volume, {
      get(target, name): unknown {
        if (name === "write" && disk.isFull) return () => Promise.reject(full());
        const member: unknown = Reflect.get(target, name, target);
        return member instanceof Function ? (member.bind(target) as unknown) : member;
      },
    });
  const provider: VolumeProvider = {
    ...volumes,
    workspace: async (...given) => bounded(await volumes.workspace(...given)),
    async checkSpace() {
      if (disk.isFull) throw new DomainError("overloaded", "The disk is full.", { retryAfter: 30 });
    },
  };
  return { disk, volumes: provider };
}

const write = { name: "write", arguments: { path: "f", content: "x" } };

it("turns wait while the host's disk is full, and none fails", async () => {
  const { disk, volumes } = onDisk();
  const clock = fakeClock();
  let asked = 0;
  await using host = await testHost({
    script: () => {
      asked += 1;
      disk.isFull = asked === 1;
      return asked < 3 ? { toolCalls: [write] } : { text: "done" };
    },
    service: { volumes, clock },
  });
  const first = await host.send("go");
  const state = async (id: string) => (await host.session(id)).status;
  await until(async () => {
    await clock.advance(1_000);
    return (await host.store.sessions.get("default", host.workspaceId, first.session_id))?.owner === null;
  });
  for (let waited = 0; waited < 20; waited++) await clock.advance(1_000);
  expect([asked, (await host.service.instance.readiness()).ready]).toEqual([1, false]);
  expect(await state(first.session_id)).toBe("running");

  disk.isFull = false;
  await until(async () => {
    await clock.advance(1_000);
    return (await state(first.session_id)) === "idle";
  });
  const result = await host.service.chat.result(admin, host.workspaceId, first, { seconds: 20 });
  expect(result).toMatchObject({ reason: "end_turn", final_message: "done" });
});

it("a turn that waits for a failing disk ends at its time limit, also before its first step", async () => {
  const volumes = memoryVolumes();
  const clock = fakeClock();
  let isFailing = false;
  const failing: VolumeProvider = {
    ...volumes,
    workspace: (...given) =>
      isFailing
        ? Promise.reject(new DomainError("overloaded", "The disk of this host fails."))
        : volumes.workspace(...given),
  };
  await using host = await testHost({ script: [{ text: "done" }], service: { volumes: failing, clock } });
  isFailing = true;
  const { session_id, ...accepted } = await host.send("go", { limits: { max_turn_seconds: 30 } });
  const began = clock.monotonic();
  await untilStatus(host, session_id, "idle", { clock });
  const given = { session_id, ...accepted };
  const result = await host.service.chat.result(admin, host.workspaceId, given, { seconds: 20 });
  expect(result).toMatchObject({ reason: "max_time" });
  expect(host.models.requests).toEqual([]);
  expect(clock.monotonic() - began).toBeGreaterThanOrEqual(30_000);
});

it.each(["EIO", "EROFS", "ESTALE", "ENODEV", "ENOSPC"])(
  "%s of a command is a failure of its tool, and the turn continues",
  async (code) => {
    let begun = 0;
    await using host = await testHost({
      script: [{ toolCalls: [bash("deploy")] }, { text: "done" }],
      command: () => {
        begun += 1;
        throw Object.assign(new Error(`read ${code}`), { code });
      },
    });
    const accepted = await host.send("go");
    const result = await host.service.chat.result(admin, host.workspaceId, accepted, { seconds: 20 });
    expect(result).toMatchObject({ reason: "end_turn", final_message: "done" });
    expect(begun).toBe(1);
    expect(JSON.stringify(host.models.requests.at(-1)?.messages)).toContain("The tool failed");
  },
);
