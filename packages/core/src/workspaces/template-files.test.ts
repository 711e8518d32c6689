import { describe, expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import type { Volume } from "../ports/volume.ts";
import { collectFiles, writeFiles } from "./template-files.ts";
import { textFile } from "../ports/workspace-templates.test-support.ts";

const MEBIBYTE = 1_048_576;

async function volumeWith(files: Readonly<Record<string, Uint8Array | string>>): Promise<Volume> {
  const volume = await memoryVolumes().workspace("ws_1");
  for (const [path, content] of Object.entries(files))
    await volume.write(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  return volume;
}

describe("the files of a workspace for a template", () => {
  it("are all its files in order, programs distinguished from others, and come out the same when they are written", async () => {
    const volume = await volumeWith({ "b/c.txt": "c", "a.sh": "#!/bin/sh\n", "b/d/e": "", z: "z" });
    await volume.remove("a.sh");
    await volume.write("a.sh", new TextEncoder().encode("#!/bin/sh\n"), { mode: 0o755 });
    const files = await collectFiles(volume);
    expect(files).toEqual([
      textFile("a.sh", "#!/bin/sh\n", true),
      textFile("b/c.txt", "c"),
      textFile("b/d/e", ""),
      textFile("z", "z"),
    ]);
    const other = await volumeWith({});
    await writeFiles(other, files);
    expect(await collectFiles(other)).toEqual(files);
  });

  it("are not those of .git and node_modules, at any depth, nor links", async () => {
    const plain = await volumeWith({
      ".git/HEAD": "x",
      "sub/.git": "gitdir: x",
      "sub/node_modules/a/index.js": "x",
      "node_modules.txt": "kept",
    });
    const volume: Volume = {
      ...plain,
      list: async (path, options) => {
        const { entries, truncated } = await plain.list(path, options);
        const link = {
          path: "link",
          name: "link",
          type: "symlink" as const,
          size: 9,
          mtime: 0,
          executable: false,
          etag: "l",
        };
        return { entries: path === "" ? [...entries, link] : entries, truncated };
      },
      read: (path) => plain.read(path),
    };
    expect((await collectFiles(volume)).map(({ path }) => path)).toEqual(["node_modules.txt"]);
  });

  it("are at most 1,000", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`d${index % 7}/${index}`, ""]),
    );
    const volume = await volumeWith(many);
    expect(await collectFiles(volume)).toHaveLength(1000);
    await volume.write("one-more", new Uint8Array());
    await expect(collectFiles(volume)).rejects.toMatchObject({
      code: "payload_too_large",
      detail: expect.stringContaining("1000 files") as string,
    });
  });

  it("are at most 4 MiB together, also when they grow while they are read", async () => {
    const half = new Uint8Array(2 * MEBIBYTE);
    const volume = await volumeWith({ a: half, b: half });
    expect(await collectFiles(volume)).toHaveLength(2);
    const growing: Volume = {
      ...volume,
      list: (path, options) => volume.list(path, options),
      read: async (path) => {
        await volume.write("b", new Uint8Array(2 * MEBIBYTE + 1));
        return volume.read(path);
      },
    };
    await expect(collectFiles(growing)).rejects.toMatchObject({ code: "payload_too_large" });
    await expect(collectFiles(volume)).rejects.toMatchObject({
      code: "payload_too_large",
      detail: expect.stringContaining("4194304 bytes") as string,
    });
  });

  it("are the ones that are still there when others go away meanwhile", async () => {
    const volume = await volumeWith({ a: "a", b: "b", "c/d": "d" });
    const vanishing: Volume = {
      ...volume,
      list: (path, options) => volume.list(path, options),
      read: async (path) => {
        if (path === "a") await volume.remove("b");
        return volume.read(path);
      },
    };
    expect((await collectFiles(vanishing)).map(({ path }) => path)).toEqual(["a", "c/d"]);
  });
});
