import { memoryVolumes } from "@workspace-agent/core/memory";
import { sandboxLossOf, type SandboxSpec } from "@workspace-agent/core/ports";
import type { SandboxProvider } from "@workspace-agent/core";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Machines } from "./machine.test-support.ts";

export interface RemoteUnderTest {
  /** A provider for the same account as the others. */
  readonly open: () => SandboxProvider;
  readonly machines: Machines;
  readonly close?: () => Promise<void>;
}

/** What each recipe has to do, against a fake of its service. */
export function describeRemoteSandbox(
  name: string,
  make: () => Promise<RemoteUnderTest>,
  withoutNetwork: unknown,
): void {
  async function given() {
    const remote = await make();
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
    const provider = remote.open();
    onTestFinished(async () => {
      await provider.close();
      await remote.close?.();
    });
    const text = async (path: string) => new Response((await files.read(path)).body).text();
    return { ...remote, files, spec, text, provider, sandbox: await provider.open(spec) };
  }
  const bytes = (text: string) => new TextEncoder().encode(text);

  describe(name, () => {
    it("runs a command on the workspace's files, and its changes come back", async () => {
      const { files, sandbox, text } = await given();
      await files.write("src/a b.txt", bytes("one\n"));
      const command = "cat 'src/a b.txt'; echo two >> 'src/a b.txt'; echo oops >&2; exit 3";
      expect(await sandbox.run({ command })).toEqual({ exitCode: 3, stdout: "one\n", stderr: "oops\n" });
      expect(await text("src/a b.txt")).toBe("one\ntwo\n");
    });

    it("hands over variables, and shows an empty output", async () => {
      const { sandbox } = await given();
      const env = { WORD: "it's $HOME\nand more" };
      expect(await sandbox.run({ command: 'printf "%s" "$WORD"', env })).toMatchObject({ stdout: env.WORD });
      expect(await sandbox.run({ command: "true" })).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    });

    it("keeps the bytes of files that are no text", async () => {
      const { files, sandbox } = await given();
      const all = Uint8Array.from({ length: 256 }, (_, index) => index);
      await files.write("all", all);
      await sandbox.run({ command: "cp all copy" });
      expect(await new Response((await files.read("copy")).body).bytes()).toEqual(all);
    });

    it("ends a command that is killed", async () => {
      const { sandbox } = await given();
      const process = await sandbox.spawn({ command: "sleep 600" });
      await process.kill();
      expect(await process.wait()).toEqual({ exitCode: 137 });
    });

    it("is made once, without a network, and found by another process", async () => {
      const { machines, open, sandbox, spec } = await given();
      await sandbox.run({ command: "echo kept > /tmp/f" });
      const other = await open().open(spec);
      expect(await other.run({ command: "cat /tmp/f" })).toMatchObject({ stdout: "kept\n" });
      expect(machines.created).toHaveLength(1);
      expect(machines.created[0]?.options).toMatchObject(withoutNetwork as object);
    });

    it("gets a new one after it ended by itself", async () => {
      const { machines, provider, sandbox, spec, text } = await given();
      await sandbox.run({ command: "echo 1 > f" });
      for (const each of machines.names) machines.remove(each);
      const lost = await sandbox.run({ command: "true" }).catch((error: unknown) => error);
      expect(sandboxLossOf(lost)).toBe("not_started");
      const again = await provider.open(spec);
      expect(await again.run({ command: "cat f" })).toMatchObject({ stdout: "1\n" });
      expect(await text("f")).toBe("1\n");
      expect(machines.created).toHaveLength(2);
    });

    it("is ended with its workspace", async () => {
      const { machines, provider, sandbox } = await given();
      await sandbox.run({ command: "true" });
      await provider.remove("ws_1");
      expect(machines.names).toEqual([]);
    });
  });
}
