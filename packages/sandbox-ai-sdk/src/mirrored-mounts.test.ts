import { createJustBashSandbox } from "@ai-sdk/sandbox-just-bash";
import { memoryVolumes } from "@workspace-agent/core/memory";
import type { SandboxMount } from "@workspace-agent/core/ports";
import { describe, expect, it } from "vitest";
import type { AiSdkSandboxSession } from "./ai-sdk-session.ts";
import { MirroredMounts } from "./mirrored-mounts.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/**
 * A volume mounted in a session, where the first upload of `big.bin` breaks off halfway, and the first `chmod u+x` fails. `uploaded` runs
 * after each upload.
 */
async function given(
  uploaded: (path: string, inside: (command: string) => Promise<string>) => Promise<unknown> = async () => {},
) {
  const session = await createJustBashSandbox().createSession();
  const inside = async (command: string) =>
    (await session.run({ command: `cd /workspace; ${command}` })).stdout;
  const failing = new Set(["upload", "chmod"]);
  const faulty: AiSdkSandboxSession = {
    description: session.description,
    readFile: (options) => session.readFile(options),
    async writeFile(options) {
      if (!options.path.endsWith("/big.bin") || !failing.delete("upload")) {
        await session.writeFile(options);
        await uploaded(options.path, inside);
        return;
      }
      const whole = await new Response(options.content).bytes();
      await session.writeFile({ ...options, content: new Blob([whole.slice(0, whole.length / 2)]).stream() });
      throw new Error("The connection was lost.");
    },
    spawn: (options) => session.spawn(options),
    async run(options) {
      if (options.command.startsWith("chmod u+x") && failing.delete("chmod")) throw new Error("It is busy.");
      return session.run(options);
    },
  };
  const files = await memoryVolumes().workspace("ws_1");
  const mount = (access: SandboxMount["access"]): SandboxMount[] => [
    { target: "/workspace", volume: files, access },
  ];
  const mirrored = new MirroredMounts(faulty);
  return {
    files,
    sync: (access: SandboxMount["access"] = "write") => mirrored.sync(mount(access)),
    text: async (path: string) => new Response((await files.read(path)).body).text(),
    inside,
  };
}

describe("an upload that breaks off halfway", () => {
  it.each(["write", "read"] as const)("is repeated, and is no change of a command: %s", async (access) => {
    const { files, sync, text, inside } = await given();
    await files.write("big.bin", bytes("0123456789"));
    await expect(sync(access)).rejects.toThrow("The connection was lost.");
    await sync(access);
    expect(await text("big.bin")).toBe("0123456789");
    expect(await inside("cat big.bin")).toBe("0123456789");
    await inside("chmod u+w big.bin; echo more >> big.bin");
    await sync(access);
    expect(await text("big.bin")).toBe(access === "write" ? "0123456789more\n" : "0123456789");
  });

  it("does not affect what was uploaded before it", async () => {
    const { files, sync, text, inside } = await given();
    await files.write("a.txt", bytes("1"));
    await files.write("big.bin", bytes("0123456789"));
    await expect(sync()).rejects.toThrow("The connection was lost.");
    await inside("echo 2 > a.txt");
    await sync();
    expect(await text("a.txt")).toBe("2\n");
  });

  it("is not repeated over a directory that a command makes there", async () => {
    const { files, sync, text, inside } = await given();
    await files.write("big.bin", bytes("0123456789"));
    await expect(sync()).rejects.toThrow("The connection was lost.");
    await inside("rm big.bin; mkdir big.bin; echo x > big.bin/y");
    for (let time = 0; time < 2; time++) await sync();
    expect(await text("big.bin/y")).toBe("x\n");
  });

  it("leaves nothing when a caller removes the file", async () => {
    const { files, sync, inside } = await given();
    await files.write("big.bin", bytes("0123456789"));
    await expect(sync()).rejects.toThrow("The connection was lost.");
    await files.remove("big.bin");
    await sync();
    expect(await inside("ls")).toBe("");
    expect(await files.stat("big.bin")).toBeNull();
  });
});

it("an upload whose mode is not set is repeated, and is no change of a command", async () => {
  const { files, sync, inside } = await given();
  await files.write("tool", bytes("#!/bin/bash\necho ran\n"), { mode: 0o755 });
  await expect(sync()).rejects.toThrow("The sandbox does not answer.");
  await sync();
  expect(await inside("./tool")).toBe("ran\n");
  expect(await files.stat("tool")).toMatchObject({ executable: true });
});

it("a file that a command removes while others are uploaded stays removed, and their changes are not lost", async () => {
  const { files, sync, text, inside } = await given(async (path, command) => {
    if (path.endsWith("/b")) await command("rm a");
  });
  await files.write("a", bytes("1"));
  await files.write("b", bytes("1"));
  await sync();
  await inside("echo 2 > b");
  await sync();
  expect(await files.stat("a")).toBeNull();
  expect(await text("b")).toBe("2\n");
});
