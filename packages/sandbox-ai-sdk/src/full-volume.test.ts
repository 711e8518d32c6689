import { createJustBashSandbox } from "@ai-sdk/sandbox-just-bash";
import { memoryVolumes } from "@workspace-agent/core/memory";
import type { Staging, Volume } from "@workspace-agent/core/ports";
import { describe, expect, it } from "vitest";
import { MirroredMounts } from "./mirrored-mounts.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const FULL = { code: "quota_exceeded" };

/** A volume of ten bytes, mounted in a session. While `breaks.off`, what is read from the session ends with an error. */
async function given(changeOf: (volume: Volume) => Volume = (volume) => volume) {
  const session = await createJustBashSandbox().createSession();
  const files = changeOf(await memoryVolumes().workspace("ws_1", { maxBytes: 10 }));
  const breaks = { off: false };
  const transferred: string[] = [];
  const broken = () =>
    new ReadableStream<Uint8Array>({ pull: (to) => to.error(new Error("The connection was lost.")) });
  const mirrored = new MirroredMounts({
    description: session.description,
    async readFile(options) {
      transferred.push(options.path.replace("/workspace/", ""));
      return breaks.off ? broken() : session.readFile(options);
    },
    writeFile: (options) => session.writeFile(options),
    spawn: (options) => session.spawn(options),
    run: (options) => session.run(options),
  });
  const sync = () => mirrored.sync([{ target: "/workspace", volume: files, access: "write" }]);
  await files.write("f", bytes("1"));
  await files.write("d/f", bytes("1"));
  await sync();
  return {
    files,
    breaks,
    /** The paths of the files that were read from the session. */
    transferred,
    sync,
    text: async (path: string) => new Response((await files.read(path)).body).text(),
    inside: async (command: string) => (await session.run({ command: `cd /workspace; ${command}` })).stdout,
  };
}

describe("what a full volume cannot hold", () => {
  it("stays inside where a file also becomes executable, and the volume has the previous version", async () => {
    const { files, sync, text, inside } = await given();
    await inside("echo more than ten bytes > f; chmod +x f");
    await expect(sync()).rejects.toMatchObject(FULL);
    expect([await text("f"), await inside("cat f")]).toEqual(["1", "more than ten bytes\n"]);
    await inside("echo 2 > f; chmod +x f");
    await sync();
    expect([await text("f"), await files.stat("f")]).toMatchObject(["2\n", { executable: true }]);
  });

  it("stays inside also where the volume cannot replace a file with another mode at once", async () => {
    const { files, sync, text, inside } = await given((volume) =>
      Object.assign(Object.create(volume) as Volume, { stage: undefined }),
    );
    await inside("echo more than ten bytes > f; chmod +x f");
    await expect(sync()).rejects.toMatchObject(FULL);
    expect(await inside("cat f")).toBe("more than ten bytes\n");
    await inside("echo 2 > f; chmod +x f");
    await sync();
    expect([await text("f"), await files.stat("f")]).toMatchObject(["2\n", { executable: true }]);
  });

  it("does not keep other files out", async () => {
    const { sync, text, inside } = await given();
    await inside("echo more than ten bytes > a; echo x > b");
    await expect(sync()).rejects.toMatchObject(FULL);
    expect(await text("b")).toBe("x\n");
  });

  it("is not the reason to prefer a caller's version of another file", async () => {
    const { files, sync, text, inside } = await given();
    await inside("echo more than ten bytes > a; echo 3 > f");
    await files.write("f", bytes("2"));
    await expect(sync()).rejects.toMatchObject(FULL);
    expect([await text("f"), await inside("cat f")]).toEqual(["3\n", "3\n"]);
  });

  it.each([
    ["writes the file", (files: Volume) => files.write("d/f", bytes("2"))],
    ["removes the file", (files: Volume) => files.remove("d/f")],
    ["removes its directory", (files: Volume) => files.remove("d")],
  ])("is preferred once it fits, where a caller %s", async (_, change) => {
    const { files, sync, text, inside } = await given();
    await inside("echo more than ten bytes > d/f");
    await change(files);
    for (let time = 0; time < 2; time++) await expect(sync()).rejects.toMatchObject(FULL);
    expect(await inside("cat d/f")).toBe("more than ten bytes\n");
    await inside("echo 3 > d/f");
    await sync();
    expect([await text("d/f"), await inside("cat d/f")]).toEqual(["3\n", "3\n"]);
  });

  it("is transferred again one file at a time while nothing changes", async () => {
    const { transferred, sync, inside } = await given();
    await inside("for name in a b c; do echo more than ten bytes > $name; done");
    for (let time = 0; time < 4; time++) await expect(sync()).rejects.toMatchObject(FULL);
    expect(transferred).toEqual(["a", "b", "c", "a", "b", "c"]);
    await inside("echo also more than ten bytes > b; rm c");
    await expect(sync()).rejects.toMatchObject(FULL);
    expect(transferred.slice(6)).toEqual(["b", "a"]);
    await inside("rm a b");
    await sync();
  });

  it("is copied at once where a caller frees enough, whatever still does not fit", async () => {
    const { files, sync, text, inside } = await given();
    await inside("for name in a b; do echo more than ten bytes > $name; done; echo 12345678 > c");
    for (let time = 0; time < 2; time++) await expect(sync()).rejects.toMatchObject(FULL);
    await files.remove("f");
    await expect(sync()).rejects.toMatchObject(FULL);
    expect(await text("c")).toBe("12345678\n");
  });

  it("is copied in the end where the volume does not tell that there is room again", async () => {
    const { files, sync, text, inside } = await given((volume) =>
      Object.assign(Object.create(volume) as Volume, { usage: async () => ({ bytes: 10, inodes: 3 }) }),
    );
    await inside("for name in a b; do echo more than ten bytes > $name; done; echo 12345678 > c");
    await expect(sync()).rejects.toMatchObject(FULL);
    await files.remove("f");
    for (let time = 0; time < 3; time++) await expect(sync()).rejects.toMatchObject(FULL);
    expect(await text("c")).toBe("12345678\n");
  });
});

it.each([
  ["written", "3", (files: Volume) => files.write("f", bytes("3"))],
  ["removed", "", (files: Volume) => files.remove("f")],
])(
  "a file that a caller has %s just after its mode was copied is that of the caller",
  async (_, content, change) => {
    const { sync, inside } = await given((volume) =>
      Object.assign(Object.create(volume) as Volume, {
        async stage() {
          const staging = await volume.stage?.();
          return Object.assign(Object.create(staging ?? null) as Staging, {
            async commit(dest: string) {
              await staging?.commit(dest);
              await change(volume);
            },
          });
        },
      }),
    );
    await inside("echo 2 > f; chmod +x f");
    await sync();
    expect(await inside("cat f")).toBe(content);
  },
);

it("a copy of a file with another mode that breaks off leaves the previous version", async () => {
  const { files, breaks, sync, text, inside } = await given();
  await inside("echo 2 > f; chmod +x f");
  breaks.off = true;
  await expect(sync()).rejects.toThrow("The connection was lost.");
  expect(await text("f")).toBe("1");
  breaks.off = false;
  await sync();
  expect([await text("f"), await files.stat("f")]).toMatchObject(["2\n", { executable: true }]);
});
