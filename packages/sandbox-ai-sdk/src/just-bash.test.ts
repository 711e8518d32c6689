import { createJustBashSandbox } from "@ai-sdk/sandbox-just-bash";
import type { SandboxMount, SandboxSpec, Volume } from "@workspace-agent/core/ports";
import { memoryVolumes } from "@workspace-agent/core/memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { fromAiSdkSandbox, type AiSdkSandboxOptions } from "./index.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const mountOf = (volume: Volume): SandboxMount => ({ target: "/workspace", volume, access: "write" });

async function given(options: Partial<AiSdkSandboxOptions> = {}, spec: Partial<SandboxSpec> = {}) {
  const justBash = createJustBashSandbox();
  const provider = fromAiSdkSandbox({ network: "none", open: () => justBash.createSession(), ...options });
  onTestFinished(() => provider.close());
  const files = await memoryVolumes().workspace("ws_1");
  const whole: SandboxSpec = {
    workspaceId: "ws_1",
    tenant: "default",
    labels: {},
    mounts: [mountOf(files)],
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
    expect(await files.stat("src/a.txt")).toMatchObject({ executable: false });
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

  it("says that a full workspace is full, and still runs commands, which can remove something", async () => {
    const files = await memoryVolumes().workspace("ws_1", { maxBytes: 10 });
    const { sandbox } = await given({}, { mounts: [mountOf(files)] });
    const full = { code: "quota_exceeded" };
    await expect(sandbox.run({ command: "echo more than ten bytes > f" })).rejects.toMatchObject(full);
    await expect(sandbox.run({ command: "echo x > g" })).rejects.toMatchObject(full);
    expect(await sandbox.run({ command: "rm f; cat g" })).toMatchObject({ stdout: "x\n" });
    expect((await files.list("")).entries.map(({ path }) => path)).toEqual(["g"]);
  });

  it("follows a caller who puts a file where a directory was, and a directory where a file was", async () => {
    const { files, sandbox } = await given();
    await files.write("a/b", bytes("1"));
    await files.write("c", bytes("1"));
    await sandbox.run({ command: "true" });
    await files.remove("a");
    await files.write("a", bytes("2"));
    await files.remove("c");
    await files.write("c/d", bytes("3"));
    expect(await sandbox.run({ command: "cat a c/d" })).toMatchObject({ stdout: "23" });
  });

  it("prefers a directory that a command makes to a file that a caller writes meanwhile", async () => {
    const files = await memoryVolumes().workspace("ws_1");
    let hasRun = false;
    const { sandbox } = await given(
      {
        async open() {
          const session = await createJustBashSandbox().createSession();
          return {
            description: session.description,
            readFile: (options) => session.readFile(options),
            writeFile: (options) => session.writeFile(options),
            spawn(options) {
              hasRun = true;
              return session.spawn(options);
            },
            async run(options) {
              if (hasRun && (await files.stat("made")) === null) await files.write("made", bytes("x"));
              return session.run(options);
            },
          };
        },
      },
      { mounts: [mountOf(files)] },
    );
    expect(await sandbox.run({ command: "mkdir made" })).toMatchObject({ exitCode: 0 });
    expect(await files.stat("made")).toMatchObject({ type: "dir" });
  });

  it("does without a file that is removed while it is copied", async () => {
    const memory = await memoryVolumes().workspace("ws_1");
    const files: Volume = Object.assign(Object.create(memory) as Volume, {
      async list(...given: Parameters<Volume["list"]>) {
        const listed = await memory.list(...given);
        if ((await memory.stat("gone")) !== null) await memory.remove("gone");
        return listed;
      },
    });
    await memory.write("gone", bytes("1"));
    await memory.write("kept", bytes("2"));
    const { sandbox } = await given({}, { mounts: [mountOf(files)] });
    expect(await sandbox.run({ command: "ls" })).toMatchObject({ stdout: "kept\n" });
  });

  it("leaves files alone whose names cannot be listed", async () => {
    const { files, sandbox } = await given();
    const names = ["line\nbreak", "back\\slash", "folder\nof/one"];
    for (const name of names) await files.write(name, bytes(name));
    for (let run = 0; run < 2; run++)
      await sandbox.run({ command: "echo x > $'made\\nhere'; mkdir -p $'d\\ne'" });
    const { entries } = await files.list("", { recursive: true });
    const paths = entries.filter(({ type }) => type === "file").map(({ path }) => path);
    expect(paths).toEqual([...names].sort());
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

  it("is closed before its provider is, also where that began earlier", async () => {
    const steps: string[] = [];
    const [begun, end] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const { provider } = await given({
      async close() {
        begun.resolve(undefined);
        await end.promise;
        steps.push("sandbox");
      },
    });
    const removed = provider.remove("ws_1");
    await begun.promise;
    const closed = provider.close().then(() => steps.push("provider"));
    setImmediate(() => end.resolve(undefined));
    await Promise.all([removed, closed]);
    expect(steps).toEqual(["sandbox", "provider"]);
  });
});
