import { describe, expect, it } from "vitest";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { memoryVolumes } from "../../memory/index.ts";
import type { VolumeProvider } from "../../ports/volume.ts";
import { NOT_RUN } from "../../domain/sessions/call-result.ts";
import { admin, bash, ended, outputs, testHost, until, untilStatus } from "../../test-host.test-support.ts";
import { fakeClock } from "../../testing/index.ts";
import { answer, pending } from "./approvals.test-support.ts";
import { withMembers } from "../../ports/checks/shape.ts";

const write = (path: string) => ({ name: "write", arguments: { path, content: "new" } });
const config = { permissions: { write: "ask" as const } };
const tooLarge = new DomainError("payload_too_large", "The file is too large.");

/** Volumes in memory; `before` is done before each look at the file `a.txt`. */
function volumesThat(before: () => Promise<void>): VolumeProvider {
  const volumes = memoryVolumes();
  return {
    ...volumes,
    workspace: async (id, quota) => {
      const volume = await volumes.workspace(id, quota);
      return withMembers(volume, {
        async stat(path) {
          if (path === "a.txt") await before();
          return volume.stat(path);
        },
      });
    },
  };
}

function volumesThatHang() {
  const looks: object[] = [];
  const volumes = volumesThat(() => {
    looks.push({});
    return new Promise<never>(() => {});
  });
  return { volumes, looks };
}

describe("a file that an approval would be about, which the volume never answers for,", () => {
  it("does not keep a turn from being interrupted: the calls are not run", async () => {
    const clock = fakeClock();
    const { volumes, looks } = volumesThatHang();
    await using host = await testHost({
      script: [{ toolCalls: [write("a.txt"), bash("ls")] }],
      config,
      service: { clock, volumes },
    });
    const { session_id } = await host.send("go");
    await until(() => looks.length === 1);
    const interrupted = host.service.sessions.interrupt(admin, host.workspaceId, session_id);
    await untilStatus(host, session_id, "idle", { clock });
    await interrupted;
    expect(await host.session(session_id)).toMatchObject({ stop_reason: "interrupted" });
    expect(outputs(await host.events(session_id))).toEqual([NOT_RUN, NOT_RUN]);
    expect(host.sandbox.commands).toEqual([]);
  });

  it("does not keep a turn from ending when its time is over", async () => {
    const clock = fakeClock();
    const { volumes, looks } = volumesThatHang();
    await using host = await testHost({
      script: ({ tools }) => (tools.length > 0 ? { toolCalls: [write("a.txt")] } : { text: "Over." }),
      config,
      service: { clock, volumes },
    });
    const { session_id } = await host.send("go", { limits: { max_turn_seconds: 1 } });
    await until(() => looks.length === 1);
    await untilStatus(host, session_id, "idle", { clock });
    expect(await host.session(session_id)).toMatchObject({ stop_reason: "max_time" });
    const events = await host.events(session_id);
    expect(outputs(events)).toEqual([NOT_RUN]);
    expect(events.map(({ type }) => type)).not.toContain("item.started");
  });
});

describe("a file that an approval would be about, which cannot be read,", () => {
  it("refuses its call alone where the volume fails for a reason of its own", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [write("a.txt")] }, { text: "done" }],
      config,
      service: { volumes: volumesThat(() => Promise.reject(new Error("EIO"))) },
    });
    const { session_id, status } = await host.run("go");
    expect(status).toBe("completed");
    expect(outputs(await host.events(session_id))).toEqual([
      "The tool failed for an internal reason. Try another way.",
    ]);
  });

  it("refuses its call alone with what the volume says", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [write("a.txt"), bash("ls")] }, { text: "done" }],
      config,
      service: { volumes: volumesThat(() => Promise.reject(tooLarge)) },
    });
    const { session_id, status } = await host.run("go");
    expect(status).toBe("completed");
    expect(outputs(await host.events(session_id))[0]).toBe(tooLarge.detail);
    expect(host.sandbox.commands).toHaveLength(1);
  });

  it("ends the turn where the sandbox that has it fails", async () => {
    await using host = await testHost({
      script: [{ toolCalls: [write("/tmp/a.txt"), write("b.txt")] }],
      config,
    });
    host.sandbox.breakDown("The engine is away.");
    const { session_id, ...result } = await host.run("go");
    expect(result).toMatchObject({
      status: "failed",
      reason: "sandbox_error",
      error: { code: "sandbox_unavailable", detail: "The engine is away." },
    });
    expect(outputs(await host.events(session_id))).toEqual([
      "The sandbox failed: The engine is away.",
      NOT_RUN,
    ]);
  });

  it.each([
    ["is too large", tooLarge],
    ["fails to be read", new Error("EIO")],
  ])("is asked about once a call before has run, where until then it %s", async (_, error) => {
    let isReadable = false;
    await using host = await testHost({
      script: [{ toolCalls: [bash("fix"), write("a.txt"), write("b.txt")] }, { text: "done" }],
      command: async () => {
        isReadable = true;
        return {};
      },
      config,
      service: { volumes: volumesThat(async () => (isReadable ? undefined : Promise.reject(error))) },
    });
    const { session_id, turn_id } = await host.run("go");
    // What can be shown is asked about at once.
    const [early, ...others] = await pending(host, session_id);
    expect([early?.subject?.file?.path, others]).toEqual(["/workspace/b.txt", []]);
    await answer(host, session_id, early, { decision: "allow" });
    const [late] = await pending(host, session_id);
    expect(late?.subject?.file).toEqual({ path: "/workspace/a.txt", replaces: null });
    await answer(host, session_id, late, { decision: "allow" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
    expect(host.sandbox.commands).toHaveLength(1);
    expect(outputs(await host.events(session_id))).toHaveLength(3);
  });
});
