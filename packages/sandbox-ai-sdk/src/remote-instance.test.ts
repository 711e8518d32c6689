import { DomainError } from "@workspace-agent/core";
import { memoryVolumes } from "@workspace-agent/core/memory";
import type { SandboxMount, Volume } from "@workspace-agent/core/ports";
import { expect, it, onTestFinished, vi } from "vitest";
import { RemoteInstance } from "./remote-instance.ts";

const empty = () => new Blob([]).stream();

/** An instance without mounts. Its commands start when they are let, and end when they are killed or let. */
function given({ idleMs = 60_000 } = {}) {
  const [asked, start] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const exit = Promise.withResolvers<{ exitCode: number }>();
  const spawns: string[] = [];
  const kills: string[] = [];
  const onIdle = vi.fn();
  const session = {
    description: "",
    readFile: async () => null,
    writeFile: async () => {},
    // Also the manifest of an empty mount.
    run: async () => ({ exitCode: 0, stdout: "\n\n//\n", stderr: "" }),
    async spawn({ command }: { readonly command: string }) {
      spawns.push(command);
      asked.resolve(undefined);
      await start.promise;
      return {
        stdout: empty(),
        stderr: empty(),
        stdin: new WritableStream<Uint8Array>(),
        wait: () => exit.promise,
        async kill() {
          kills.push(command);
          exit.resolve({ exitCode: 143 });
        },
      };
    },
  };
  const instance = new RemoteInstance(session, { syncMs: 60_000, idleMs, onIdle, onLost: () => {} });
  onTestFinished(() => {
    start.resolve(undefined);
    return instance.close();
  });
  return {
    instance,
    asked: asked.promise,
    start: () => start.resolve(undefined),
    exit: exit.resolve,
    spawns,
    kills,
    onIdle,
  };
}

it("an instance is not idle while a command starts", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { instance, start, exit, onIdle } = given({ idleMs: 100 });
  const spawned = instance.spawn({ command: "x" }, []);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onIdle).not.toHaveBeenCalled();
  start();
  exit({ exitCode: 0 });
  expect(await (await spawned).wait()).toEqual({ exitCode: 0 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onIdle).toHaveBeenCalledOnce();
});

it.each([
  ["closing", ({ instance }: ReturnType<typeof given>) => instance.close()],
  ["killing its group", ({ instance }: ReturnType<typeof given>) => instance.killGroup("one")],
])("%s ends a command that is just starting", async (_, end) => {
  const at = given();
  const spawned = at.instance.spawn({ command: "x", group: "one" }, []);
  await at.asked;
  const ended = end(at);
  at.start();
  await ended;
  expect(at.kills).toHaveLength(1);
  expect(await (await spawned).wait()).toEqual({ exitCode: 137 });
});

it("killing a command succeeds where its changes cannot be copied, and whoever waits for it gets that error", async () => {
  const memory = await memoryVolumes().workspace("ws_1");
  const full = new DomainError("quota_exceeded", "The volume is full.");
  let isFull = false;
  const volume: Volume = Object.assign(Object.create(memory) as Volume, {
    list: (...args: Parameters<Volume["list"]>) => (isFull ? Promise.reject(full) : memory.list(...args)),
  });
  const { instance, start } = given();
  start();
  const process = await instance.spawn({ command: "x", group: "one" }, [
    { target: "/workspace", volume, access: "write" },
  ]);
  isFull = true;
  await instance.killGroup("one");
  await expect(process.wait()).rejects.toBe(full);
});

it("the input of a command is cancelled when the command ends first, and when it does not start", async () => {
  const input = () => {
    const cancelled = vi.fn();
    return { cancelled, stdin: new ReadableStream<Uint8Array>({ cancel: cancelled }) };
  };
  const { instance, start, exit } = given();
  const [ending, aborted, late] = [input(), input(), input()];
  start();
  const process = await instance.spawn({ command: "x", stdin: ending.stdin }, []);
  exit({ exitCode: 0 });
  await process.wait();
  await expect.poll(() => ending.cancelled).toHaveBeenCalledOnce();
  await instance.spawn({ command: "x", stdin: aborted.stdin, abortSignal: AbortSignal.abort() }, []);
  expect(aborted.cancelled).toHaveBeenCalledOnce();
  const starting = instance.spawn({ command: "x", stdin: late.stdin }, []);
  await instance.close();
  await expect(starting).rejects.toMatchObject({ code: "sandbox_unavailable" });
  expect(late.cancelled).toHaveBeenCalledOnce();
});

it("a command that is aborted while files are synchronized ends at once, and does not start later", async () => {
  const memory = await memoryVolumes().workspace("ws_1");
  const [listing, release] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const volume: Volume = Object.assign(Object.create(memory) as Volume, {
    async list(...args: Parameters<Volume["list"]>) {
      listing.resolve(undefined);
      await release.promise;
      return memory.list(...args);
    },
  });
  const mounts: SandboxMount[] = [{ target: "/workspace", volume, access: "write" }];
  const { instance, start, spawns } = given();
  start();
  const [stop, cancelled] = [new AbortController(), vi.fn()];
  const stdin = new ReadableStream<Uint8Array>({ cancel: cancelled });
  const spawned = instance.spawn({ command: "aborted", stdin, abortSignal: stop.signal }, mounts);
  await listing.promise;
  stop.abort();
  expect(await (await spawned).wait()).toEqual({ exitCode: 137 });
  expect(cancelled).toHaveBeenCalledOnce();
  release.resolve(undefined);
  await instance.spawn({ command: "next" }, mounts);
  expect(spawns).toEqual([expect.stringContaining("next")]);
});
