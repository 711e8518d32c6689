import { createJustBashSandbox } from "@ai-sdk/sandbox-just-bash";
import { sandboxLossOf, type Sandbox, type SandboxSpec } from "@workspace-agent/core/ports";
import { memoryVolumes } from "@workspace-agent/core/memory";
import { expect, it, onTestFinished } from "vitest";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { fromAiSdkSandbox } from "./index.ts";

type Call = Parameters<AiSdkSandboxSession["run" | "readFile" | "writeFile" | "spawn"]>[0];

/** Sandboxes whose calls fail where `failure` returns an error for the number of the sandbox and the call. */
async function given(failure: (number: number, call: Call) => Error | null) {
  const justBash = createJustBashSandbox();
  const closed: string[] = [];
  let opened = 0;
  const provider = fromAiSdkSandbox({
    network: "none",
    async open() {
      const number = ++opened;
      const session = await justBash.createSession();
      const unlessFailed =
        <Given extends Call, T>(call: (options: Given) => PromiseLike<T>) =>
        async (options: Given): Promise<T> => {
          const error = failure(number, options);
          if (error !== null) throw error;
          return call(options);
        };
      return {
        description: session.description,
        readFile: unlessFailed((options) => session.readFile(options)),
        writeFile: unlessFailed((options) => session.writeFile(options)),
        spawn: unlessFailed((options) => session.spawn(options)),
        run: unlessFailed((options) => session.run(options)),
      };
    },
    close: async (workspaceId) => void closed.push(workspaceId),
  });
  onTestFinished(() => provider.close());
  const files = await memoryVolumes().workspace("ws_1");
  const spec: SandboxSpec = {
    workspaceId: "ws_1",
    tenant: "default",
    labels: {},
    mounts: [{ target: "/workspace", volume: files, access: "write" }],
    image: null,
    cpus: 1,
    memoryMb: 512,
    diskMb: 512,
    network: "none",
  };
  return {
    files,
    state: () => provider.state("ws_1"),
    open: () => provider.open(spec),
    opened: () => opened,
    closed,
  };
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail("It succeeded."),
    (error: unknown) => error,
  );

/** Sandboxes of which those in `ended` do not answer. */
async function givenEnding() {
  const ended = new Set<number>();
  const at = await given((number) => (ended.has(number) ? new Error("The machine is gone.") : null));
  return { ...at, ended };
}

const calls: [string, (sandbox: Sandbox) => Promise<unknown>][] = [
  ["a command", (sandbox) => sandbox.run({ command: "echo 2 > f" })],
  ["looking at a file", (sandbox) => sandbox.stat({ path: "/tmp/x" })],
  ["reading a file", (sandbox) => sandbox.readTextFile({ path: "/tmp/x" })],
  ["writing a file", (sandbox) => sandbox.writeTextFile({ path: "/tmp/x", content: "2" })],
];

it.each(calls)(
  "a sandbox that ended by itself is replaced after %s, which was not started",
  async (_, call) => {
    const { open, opened, state, files, ended } = await givenEnding();
    const first = await open();
    await first.run({ command: "echo 1 > f" });
    ended.add(1);
    expect([sandboxLossOf(await errorOf(call(first))), state()]).toEqual(["not_started", "stopped"]);
    const second = await open();
    expect(await second.run({ command: "cat f" })).toMatchObject({ stdout: "1\n" });
    expect(opened()).toBe(2);
    expect(await files.stat("f")).toMatchObject({ size: 2 });
  },
);

it("a sandbox that ended before its first command, but after a file of it was read, counts as lost", async () => {
  const { open, ended } = await givenEnding();
  const sandbox = await open();
  expect(await sandbox.readTextFile({ path: "/tmp/x" })).toBeNull();
  ended.add(1);
  expect(sandboxLossOf(await errorOf(sandbox.run({ command: "true" })))).toBe("not_started");
});

it("a sandbox that ends while it writes a file is replaced", async () => {
  let hasEnded = false;
  const { open, state } = await given((_, call) => {
    hasEnded ||= "content" in call;
    return hasEnded ? new Error("The machine is gone.") : null;
  });
  const sandbox = await open();
  const error = await errorOf(sandbox.writeTextFile({ path: "/tmp/x", content: "2" }));
  expect([sandboxLossOf(error), state()]).toEqual(["not_started", "stopped"]);
});

it("a sandbox that refuses a file is not lost", async () => {
  const { open, state } = await given((_, call) => ("content" in call ? new Error("EACCES") : null));
  const sandbox = await open();
  const error = await errorOf(sandbox.writeTextFile({ path: "/etc/x", content: "2" }));
  expect(error).toMatchObject({ code: "sandbox_unavailable", cause: { message: "EACCES" } });
  expect([sandboxLossOf(error), state()]).toEqual([null, "running"]);
});

it("a sandbox is not lost where the caller ends an access", async () => {
  const stop = new AbortController();
  const { open, state } = await given((_, { abortSignal }) => {
    if (abortSignal === undefined) return null;
    stop.abort();
    return new Error("It was aborted.");
  });
  const sandbox = await open();
  await sandbox.stat({ path: "/tmp/x" });
  const error = await errorOf(sandbox.stat({ path: "/tmp/x", abortSignal: stop.signal }));
  expect([sandboxLossOf(error), state()]).toEqual([null, "running"]);
});

it("a sandbox that never answered is closed, and not opened again within the call", async () => {
  const { open, opened, closed, state } = await given((number) =>
    number === 1 ? new Error("There is no shell.") : null,
  );
  const sandbox = await open();
  const error = await errorOf(sandbox.run({ command: "true" }));
  expect(error).toMatchObject({ code: "sandbox_unavailable" });
  expect([sandboxLossOf(error), state(), opened()]).toEqual([null, "stopped", 1]);
  expect(await (await open()).run({ command: "true" })).toMatchObject({ exitCode: 0 });
  expect([opened(), closed]).toEqual([2, ["ws_1"]]);
});
