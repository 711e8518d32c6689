import { memoryVolumes } from "@workspace-agent/core/memory";
import type { SandboxMount, Volume } from "@workspace-agent/core/ports";
import { expect, it } from "vitest";
import type { VolumeRequest } from "../messages.ts";
import { VolumeServer } from "./volume-server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The requests of a command that can be killed, and a volume whose reads wait. */
async function given() {
  const memory = await memoryVolumes().workspace("ws_1");
  const [reading, release] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const volume: Volume = Object.assign(Object.create(memory) as Volume, {
    async read(...args: Parameters<Volume["read"]>) {
      reading.resolve(undefined);
      await release.promise;
      return memory.read(...args);
    },
  });
  const mounts: SandboxMount[] = [{ target: "/workspace", volume, access: "write" }];
  const server = new VolumeServer(1_000);
  const killed = new AbortController();
  const ask = (request: VolumeRequest, signal = killed.signal) =>
    server.serve(mounts, "/workspace", request, signal);
  await memory.write("big", bytes("old"));
  return { memory, ask, kill: () => killed.abort(), reading: reading.promise, release: release.resolve };
}

const other = new AbortController().signal;
const INTERRUPTED = { ok: false, errno: "EINTR" };

it.each([
  ["begins", async () => {}],
  ["waits", () => new Promise<void>(setImmediate)],
])("a write that %s when its command is killed is refused before its turn", async (_, until) => {
  const { memory, ask, kill, reading, release } = await given();
  const read = ask({ op: "read", path: "big" }, other);
  await reading;
  const write = ask({ op: "write", path: "f", bytes: bytes("x") });
  const next = ask({ op: "write", path: "g", bytes: bytes("y") }, other);
  await until();
  kill();
  expect(await write).toEqual(INTERRUPTED);
  expect(await memory.stat("g")).toBeNull();
  release(undefined);
  expect(await read).toEqual({ ok: true, value: bytes("old") });
  expect(await next).toEqual({ ok: true, value: null });
  expect(await memory.stat("f")).toBeNull();
  expect(await memory.stat("g")).toMatchObject({ size: 1 });
});

it("an append does not write when its command is killed while it reads", async () => {
  const { memory, ask, kill, reading, release } = await given();
  const append = ask({ op: "append", path: "big", bytes: bytes("more") });
  await reading;
  kill();
  release(undefined);
  expect(await append).toEqual(INTERRUPTED);
  expect(await memory.stat("big")).toMatchObject({ size: 3 });
});
