import { afterEach, describe, expect, it } from "vitest";
import { bytes, codeOf, streamOf, textOf, type Given } from "./given.ts";

/** Under a mount, and where only the running sandbox reaches. */
const FOLDERS = ["/workspace/dir", "/tmp/dir"];

export function filesSuite({ sharedGiven }: Given): void {
  describe.each(FOLDERS)("the files of a sandbox in %s", (folder) => {
    const path = `${folder}/deep er/f'.txt`;

    afterEach(async () => {
      const { sandbox } = await sharedGiven();
      await sandbox.run({ command: `rm -rf ${folder}` });
    });

    it("are written and read in each form", async () => {
      const { sandbox } = await sharedGiven();
      await sandbox.writeTextFile({ path, content: "Grüße\nzwei\n" });
      expect(await sandbox.readTextFile({ path })).toBe("Grüße\nzwei\n");
      // More than the pipes of a command hold.
      const all = Uint8Array.from({ length: 4_000_000 }, (_, index) => index % 251);
      await sandbox.writeBinaryFile({ path, content: all });
      const read = await sandbox.readBinaryFile({ path });
      expect(read).toHaveLength(all.length);
      expect(read?.findIndex((byte, index) => byte !== all[index])).toBe(-1);
      await sandbox.writeFile({ path, content: streamOf("streamed") });
      const body = await sandbox.readFile({ path });
      expect(await new Response(body).text()).toBe("streamed");
      await sandbox.writeTextFile({ path, content: "" });
      expect(await sandbox.readBinaryFile({ path })).toEqual(new Uint8Array());
    });

    it("are those that commands see", async () => {
      const { sandbox } = await sharedGiven();
      await sandbox.writeTextFile({ path, content: "from outside\n" });
      const { stdout } = await sandbox.run({
        command: 'cat "$FILE"; echo more >> "$FILE"',
        env: { FILE: path },
      });
      expect(stdout).toBe("from outside\n");
      expect(await sandbox.readTextFile({ path })).toBe("from outside\nmore\n");
    });

    it("are null where they are absent", async () => {
      const { sandbox } = await sharedGiven();
      for (const absent of [`${folder}/absent`, `${folder}/absent/below`]) {
        expect(await sandbox.readFile({ path: absent })).toBeNull();
        expect(await sandbox.readBinaryFile({ path: absent })).toBeNull();
        expect(await sandbox.readTextFile({ path: absent })).toBeNull();
        expect(await sandbox.stat({ path: absent })).toBeNull();
        expect(await sandbox.listDirectory({ path: absent })).toBeNull();
        expect(await sandbox.deleteFile({ path: absent })).toBe(false);
      }
    });

    it("are read by lines, the first being 1", async () => {
      const { sandbox } = await sharedGiven();
      await sandbox.writeTextFile({ path, content: "1\n2\n3\n4\n" });
      expect(await sandbox.readTextFile({ path, startLine: 2, endLine: 3 })).toBe("2\n3");
      expect(await sandbox.readTextFile({ path, startLine: 3 })).toBe("3\n4\n");
      expect(await sandbox.readTextFile({ path, endLine: 1 })).toBe("1");
      expect(await sandbox.readTextFile({ path, startLine: 9 })).toBe("");
    });

    it("are decoded as asked", async () => {
      const { sandbox } = await sharedGiven();
      await sandbox.writeBinaryFile({ path, content: Uint8Array.of(0x47, 0xfc) });
      expect(await sandbox.readTextFile({ path, encoding: "latin1" })).toBe("Gü");
      expect(await sandbox.readTextFile({ path })).toBe("G\ufffd");
      expect(await codeOf(sandbox.readTextFile({ path, encoding: "no-such" }))).toBe("invalid_request");
    });

    it("have a type and size, and are listed", async () => {
      const { sandbox } = await sharedGiven();
      await sandbox.writeTextFile({ path: `${folder}/f`, content: "12345" });
      await sandbox.writeTextFile({ path: `${folder}/sub/g`, content: "1" });
      expect(await sandbox.stat({ path: `${folder}/f` })).toEqual({ type: "file", size: 5 });
      expect(await sandbox.stat({ path: folder })).toMatchObject({ type: "directory" });
      const listed = await sandbox.listDirectory({ path: folder });
      expect(listed?.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
        { name: "f", type: "file" },
        { name: "sub", type: "directory" },
      ]);
    });

    it("are deleted, directories not", async () => {
      const { sandbox } = await sharedGiven();
      await sandbox.writeTextFile({ path, content: "x" });
      expect(await sandbox.deleteFile({ path })).toBe(true);
      expect(await sandbox.stat({ path })).toBeNull();
      expect(await codeOf(sandbox.deleteFile({ path: folder }))).toBe("invalid_path");
      expect(await sandbox.stat({ path: folder })).toMatchObject({ type: "directory" });
    });

    it("are distinguished from directories", async () => {
      const { sandbox } = await sharedGiven();
      await sandbox.writeTextFile({ path, content: "x" });
      expect(await codeOf(sandbox.readFile({ path: folder }))).toBe("invalid_path");
      expect(await codeOf(sandbox.listDirectory({ path }))).toBe("invalid_path");
      expect(await codeOf(sandbox.writeTextFile({ path: folder, content: "y" }))).toBe("already_exists");
    });
  });

  describe("the files of a sandbox", () => {
    it("are found by relative paths from /workspace", async () => {
      const { sandbox, files } = await sharedGiven();
      await sandbox.writeTextFile({ path: "./a/../b/f", content: "x" });
      expect(await textOf(files, "b/f")).toBe("x");
      await files.write("g", bytes("y"));
      expect(await sandbox.readTextFile({ path: "/mnt/../workspace//g" })).toBe("y");
    });

    it("have no path with NUL", async () => {
      const { sandbox, files } = await sharedGiven();
      for (const path of ["/tmp/f\0g", "/workspace/f\0g", "\0"]) {
        expect(await codeOf(sandbox.readTextFile({ path }))).toBe("invalid_path");
        expect(await codeOf(sandbox.writeTextFile({ path, content: "x" }))).toBe("invalid_path");
        expect(await codeOf(sandbox.stat({ path }))).toBe("invalid_path");
        expect(await codeOf(sandbox.listDirectory({ path }))).toBe("invalid_path");
        expect(await codeOf(sandbox.deleteFile({ path }))).toBe("invalid_path");
      }
      expect((await files.list("")).entries).toEqual([]);
    });

    it("refuse to be written on a read-only mount", async () => {
      const { sandbox, shared } = await sharedGiven();
      await shared.write("skills/f", bytes("x"));
      const path = "/mnt/skills/f";
      expect(await codeOf(sandbox.writeTextFile({ path, content: "y" }))).toBe("not_allowed");
      expect(await codeOf(sandbox.deleteFile({ path }))).toBe("not_allowed");
      expect(await sandbox.readTextFile({ path })).toBe("x");
    });

    it("are not touched when the call was aborted before", async () => {
      const { sandbox, files } = await sharedGiven();
      const abortSignal = AbortSignal.abort(new Error("stopped"));
      const call = sandbox.writeTextFile({ path: "/workspace/f", content: "x", abortSignal });
      await expect(call).rejects.toThrow("stopped");
      expect(await files.stat("f")).toBeNull();
    });
  });
}
