import { createJustBashSandbox } from "@ai-sdk/sandbox-just-bash";
import { sandboxLossOf, type SandboxSpec } from "@workspace-agent/core/ports";
import { memoryVolumes } from "@workspace-agent/core/memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { fromAiSdkSandbox, type AiSdkSandboxOptions } from "./index.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function given(options: Partial<AiSdkSandboxOptions> = {}, spec: Partial<SandboxSpec> = {}) {
  const justBash = createJustBashSandbox();
  const provider = fromAiSdkSandbox({ network: "none", open: () => justBash.createSession(), ...options });
  onTestFinished(() => provider.close());
  const files = await memoryVolumes().workspace("ws_1");
  const whole: SandboxSpec = {
    workspaceId: "ws_1",
    tenant: "default",
    labels: {},
    mounts: [{ target: "/workspace", volume: files, access: "write" }],
    image: null,
    cpus: 1,
    memoryMb: 512,
    diskMb: 512,
    network: "none",
    ...spec,
  };
  const text = async (path: string) => new Response((await files.read(path)).body).text();
  return { provider, files, spec: whole, text, sandbox: await provider.open(whole) };
}

describe("just-bash by its AI SDK sandbox", () => {
  it("sees the workspace's files, and what it changes is there for the file API", async () => {
    const { files, sandbox, text } = await given();
    await files.write("src/a.txt", bytes("one\n"));
    await files.write("old.txt", bytes("old"));
    const command =
      "cat src/a.txt; echo two >> src/a.txt; rm old.txt; mkdir made; echo x > 'made/b c'; chmod +x 'made/b c'";
    expect(await sandbox.run({ command })).toEqual({ exitCode: 0, stdout: "one\n", stderr: "" });
    expect(await text("src/a.txt")).toBe("one\ntwo\n");
    expect(await files.stat("old.txt")).toBeNull();
    expect(await files.stat("made/b c")).toMatchObject({ type: "file", size: 2, executable: true });
  });

  it("sees what callers change between two commands", async () => {
    const { files, sandbox } = await given();
    await files.write("kept/a", bytes("1"));
    await files.write("gone/b", bytes("1"));
    await sandbox.run({ command: "true" });
    await files.write("kept/a", bytes("2"));
    await files.remove("gone");
    expect(await sandbox.run({ command: "cat kept/a; ls" })).toMatchObject({ stdout: "2kept\n" });
  });

  it("shows what a command has written so far while it runs", async () => {
    const { files, sandbox } = await given({ syncMs: 10 });
    const process = await sandbox.spawn({ command: "echo 1 > early; sleep 60" });
    await expect.poll(() => files.stat("early")).not.toBeNull();
    await process.kill();
    expect(await process.wait()).toEqual({ exitCode: 137 });
  });

  it("hands over a variable, a directory, and the exit code", async () => {
    const { sandbox } = await given();
    const result = await sandbox.run({
      command: 'echo "$WORD in $PWD"; exit 3',
      workingDirectory: "/tmp",
      env: { WORD: "it's $HOME" },
    });
    expect(result).toEqual({ exitCode: 3, stdout: "it's $HOME in /tmp\n", stderr: "" });
    expect(await sandbox.run({ command: "true", workingDirectory: "/nowhere" })).toMatchObject({
      exitCode: 1,
      stderr: "cd: /nowhere: there is no such directory\n",
    });
  });

  it("reads and writes files outside of the mounts", async () => {
    const { sandbox } = await given();
    await sandbox.writeTextFile({ path: "/tmp/a/b.txt", content: "x\ny\n" });
    expect(await sandbox.readTextFile({ path: "/tmp/a/b.txt", startLine: 2, endLine: 2 })).toBe("y");
    expect(await sandbox.stat({ path: "/tmp/a" })).toMatchObject({ type: "directory" });
    expect(await sandbox.listDirectory({ path: "/tmp/a" })).toEqual([{ name: "b.txt", type: "file" }]);
    expect(await sandbox.deleteFile({ path: "/tmp/a/b.txt" })).toBe(true);
    expect(await sandbox.readTextFile({ path: "/tmp/a/b.txt" })).toBeNull();
  });

  it("says that a full workspace is full", async () => {
    const files = await memoryVolumes().workspace("ws_1", { maxBytes: 10 });
    const { sandbox } = await given(
      {},
      { mounts: [{ target: "/workspace", volume: files, access: "write" }] },
    );
    await expect(sandbox.run({ command: "echo more than ten bytes > f" })).rejects.toMatchObject({
      code: "quota_exceeded",
    });
  });

  it("is replaced after it ended by itself: what was not started says so, and the files are there", async () => {
    const justBash = createJustBashSandbox();
    const ended = new Set<number>();
    let opened = 0;
    const { provider, spec, files } = await given({
      async open() {
        const number = ++opened;
        const session = await justBash.createSession();
        const unlessEnded =
          <Given, T>(call: (options: Given) => T) =>
          (options: Given): T => {
            if (ended.has(number)) throw new Error("The machine is gone.");
            return call(options);
          };
        return {
          description: session.description,
          readFile: unlessEnded((options) => session.readFile(options)),
          writeFile: unlessEnded((options) => session.writeFile(options)),
          spawn: unlessEnded((options) => session.spawn(options)),
          run: unlessEnded((options) => session.run(options)),
        };
      },
    });
    const first = await provider.open(spec);
    await first.run({ command: "echo 1 > f" });
    ended.add(1);
    const late = await first.run({ command: "echo 2 > f" }).catch((error: unknown) => error);
    expect([sandboxLossOf(late), provider.state("ws_1")]).toEqual(["not_started", "stopped"]);
    const second = await provider.open(spec);
    expect(await second.run({ command: "cat f" })).toMatchObject({ stdout: "1\n" });
    expect(opened).toBe(2);
    expect(await files.stat("f")).toMatchObject({ size: 2 });
  });

  it("that never answered is not opened again and again", async () => {
    const broken = () => Promise.reject(new Error("There is no shell."));
    const { sandbox } = await given({
      open: async () => ({
        description: "",
        readFile: broken,
        writeFile: broken,
        spawn: broken,
        run: broken,
      }),
    });
    const failed = await sandbox.run({ command: "true" }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "sandbox_unavailable" });
    expect(sandboxLossOf(failed)).toBeNull();
  });

  it("refuses the network that it does not have, and images", async () => {
    const { provider, spec } = await given();
    for (const refused of [{ network: "open" as const }, { network: { allow: ["a.test"] } }, { image: "x" }])
      await expect(provider.open({ ...spec, ...refused })).rejects.toMatchObject({
        code: "sandbox_unavailable",
      });
  });

  it("is closed when it is not used, and its handles say so", async () => {
    const closed: string[] = [];
    const { provider, sandbox } = await given({ idleMs: 500, close: async (id) => void closed.push(id) });
    expect(provider.state("ws_1")).toBe("running");
    await expect.poll(() => closed).toEqual(["ws_1"]);
    expect(provider.state("ws_1")).toBe("stopped");
    await expect(sandbox.run({ command: "true" })).rejects.toMatchObject({ code: "sandbox_unavailable" });
  });
});
