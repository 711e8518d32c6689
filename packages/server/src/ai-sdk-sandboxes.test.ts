import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxMount } from "@workspace-agent/core/ports";
import { memoryVolumes } from "@workspace-agent/core/memory";
import { fromAiSdkSandbox, toAiSdkSandbox } from "@workspace-agent/sandbox-ai-sdk";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { skips, whyNotStarted } from "../../sandbox-process/src/testing/needs.ts";
import { specOf } from "../../sandbox-process/src/testing/spec-of.ts";

const isSkipped = skips("the local sandbox as one of the AI SDK", await whyNotStarted(localSandbox()));

const bytes = (text: string) => new TextEncoder().encode(text);

/** The local sandbox, adapted to the AI SDK and back, with volumes that it does not know. */
async function place() {
  const dir = await mkdtemp(join(tmpdir(), "sandbox-ai-sdk-"));
  const local = localSandbox({ dir: join(dir, "sandboxes") });
  const inside = folderVolumes({ dir: join(dir, "inside") });
  await local.start();
  const provider = fromAiSdkSandbox({
    network: "none",
    stdin: true,
    syncMs: 20,
    async open(spec) {
      const copies = spec.mounts.map(async ({ target }): Promise<SandboxMount> => {
        const volume = await inside.workspace(`${spec.workspaceId}${target.replaceAll("/", "_")}`);
        return { target, volume, access: "write" };
      });
      return toAiSdkSandbox(await local.open({ ...spec, mounts: await Promise.all(copies) }));
    },
    close: (workspaceId) => local.remove(workspaceId),
  });
  onTestFinished(async () => {
    await provider.close();
    await local.close();
    await rm(dir, { recursive: true, force: true });
  });
  const volumes = memoryVolumes();
  const [files, shared] = [await volumes.workspace("ws_1"), await volumes.shared("tenant")];
  const spec = specOf(files, { tenant: "tenant" });
  const mounts = [...spec.mounts, { target: "/mnt/afs", volume: shared, access: "read" as const }];
  const sandbox = await provider.open({ ...spec, mounts });
  return { sandbox, files, shared };
}

describe.skipIf(isSkipped)("the local sandbox as one of the AI SDK", () => {
  it("gives a command its standard input, and separate outputs", async () => {
    const { sandbox } = await place();
    const process = await sandbox.spawn({
      command: "cat; echo wrong >&2; exit 5",
      stdin: new Blob(["typed\n"]).stream(),
    });
    const [stdout, stderr, ended] = await Promise.all([
      new Response(process.stdout).text(),
      new Response(process.stderr).text(),
      process.wait(),
    ]);
    expect([stdout, stderr, ended]).toEqual(["typed\n", "wrong\n", { exitCode: 5 }]);
  });

  it("kills what is aborted, and the commands of a group, with all that they started", async () => {
    const { sandbox, files } = await place();
    const stop = new AbortController();
    const beat = (path: string) => `(while :; do echo beat >> ${path}; sleep 0.02; done) & wait`;
    const aborted = await sandbox.spawn({ command: beat("one"), abortSignal: stop.signal });
    const grouped = await sandbox.spawn({ command: beat("two"), group: "session" });
    await expect.poll(async () => [await files.stat("one"), await files.stat("two")]).not.toContain(null);
    stop.abort();
    await sandbox.killGroup("session");
    expect([await aborted.wait(), await grouped.wait()]).toEqual([{ exitCode: 137 }, { exitCode: 137 }]);
    const sizes = async () => [(await files.stat("one"))?.size, (await files.stat("two"))?.size];
    const before = await sizes();
    await sandbox.run({ command: "sleep 0.2" });
    expect(await sizes()).toEqual(before);
  });

  it("gives up what a command changes in a read-only mount", async () => {
    const { sandbox, shared } = await place();
    await shared.write("doc/a", bytes("as it was"));
    await sandbox.run({ command: "chmod -R u+w /mnt/afs; echo x > /mnt/afs/doc/a; echo x > /mnt/afs/new" });
    expect(await sandbox.run({ command: "cat /mnt/afs/doc/a; ls /mnt/afs" })).toMatchObject({
      stdout: "as it wasdoc\n",
    });
    const { entries } = await shared.list("", { recursive: true });
    expect(entries.map(({ path }) => path)).toEqual(["doc", "doc/a"]);
    expect(await sandbox.run({ command: "echo x > /mnt/afs/doc/a" })).toMatchObject({ exitCode: 1 });
  });

  it("runs a script that no argument list takes", async () => {
    const { sandbox } = await place();
    const text = "x".repeat(250_000);
    expect((await sandbox.run({ command: `text='${text}'; echo \${#text}` })).stdout).toBe("250000\n");
    expect((await sandbox.run({ command: "ls -A /tmp" })).stdout).toBe("");
  });
});
