import { execFileSync } from "node:child_process";
import { lstat, mkdir, readFile, readdir, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tarGzStream, zipStream, type ArchiveInput, type ArchiveKind } from "@workspace-agent/archives";
import { createAgentService, SCOPES, type Principal } from "@workspace-agent/core";
import { scriptedModels, scriptedSandboxes, testStore } from "@workspace-agent/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { ACCESSES, bytes, codeOf, givenFolder } from "./given.test-support.ts";

const caller: Principal = { id: "u", tenant: "default", kind: "user", scopes: SCOPES, workspace_ids: null };
const LIMITS = { maxArchiveBytes: 1e7, maxBytes: 1e7 };

type Entries = Readonly<Record<string, string | { readonly to: string }>>;

function inputs(entries: Entries): ArchiveInput[] {
  return Object.entries(entries).map(([path, content]) => {
    const entry = { path, size: 0, executable: false, body: () => Promise.reject(new Error("No bytes.")) };
    if (typeof content === "object") return { ...entry, type: "symlink", target: content.to };
    const body = bytes(content);
    return { ...entry, type: "file", size: body.length, body: async () => new Blob([body]).stream() };
  });
}

const WRITERS = { zip: zipStream, "tar.gz": tarGzStream };
const EACH = ACCESSES.flatMap(([name, access]) =>
  (["zip", "tar.gz"] as const).map((kind) => [kind, name, access] as const),
);

describe.each(EACH)("a %s with links in a folder, %s,", (kind, _name, access) => {
  async function given() {
    const folder = await givenFolder({}, access);
    const service = createAgentService({
      store: testStore(),
      volumes: folder.provider,
      sandbox: scriptedSandboxes(),
      models: scriptedModels([]),
    });
    await service.start();
    onTestFinished(() => service.stop({ graceMs: 100 }));
    const workspace = await service.workspaces.create(caller, { name: "w" });
    const volume = await folder.provider.workspace(workspace.id);
    const unpackBytes = (path: string, body: ReadableStream<Uint8Array>, of: ArchiveKind) =>
      service.files.unpack(caller, workspace.id, "workspace", path, body, { kind: of, ...LIMITS });
    const unpack = (entries: Entries, path = "") => unpackBytes(path, WRITERS[kind](inputs(entries)), kind);
    const zip = async (path = "") => {
      const { body } = await service.files.zip(caller, workspace.id, "workspace", path);
      return new Response(body()).bytes();
    };
    return { ...folder, files: volume.hostPath ?? "", volume, unpack, unpackBytes, zip };
  }

  it("is unpacked with its links, and packs to the same content", async () => {
    const { files, unpack, unpackBytes, zip, top } = await given();
    const entries = { "d/up": { to: "../f" }, f: "1", dir: { to: "d" }, dangling: { to: "absent/x" } };
    expect(await unpack(entries, "p")).toEqual({ path: "p", files: 1, links: 3, directories: 1, bytes: 1 });
    expect(await readFile(join(files, "p/d/up"), "utf8")).toBe("1");
    // A client repeats a call that got no response.
    await unpack(entries, "p");
    const packed = await zip("p");
    await unpackBytes("q", new Blob([packed]).stream(), "zip");
    for (const [path, content] of Object.entries(entries)) {
      const at = join(files, "q", path);
      if (typeof content === "object") expect(await readlink(at)).toBe(content.to);
      else expect(await readFile(at, "utf8")).toBe(content);
    }
    const file = join(top, "p.zip");
    await writeFile(file, packed);
    const python =
      "import sys, zipfile; print([(i.filename, oct(i.external_attr >> 16)) for i in zipfile.ZipFile(sys.argv[1]).infolist() if i.external_attr >> 29 == 5])";
    expect(execFileSync("python3", ["-c", python, file], { encoding: "utf8" })).toContain(
      "('d/up', '0o120777')",
    );
  });

  it("is downloaded without links that lead outside", async () => {
    const { files, outside, zip, unpackBytes } = await given();
    await mkdir(join(files, "d/e"), { recursive: true });
    await symlink(outside, join(files, "d/absolute"));
    await symlink("../../..", join(files, "d/e/out"));
    await symlink("e/../../..", join(files, "d/through"));
    await symlink("../..", join(files, "d/e/top"));
    await symlink(Buffer.from([0xff]), join(files, "d/bytes"));
    await unpackBytes("all", new Blob([await zip()]).stream(), "zip");
    expect(await readdir(join(files, "all/d/e"))).toEqual(["top"]);
    await unpackBytes("part", new Blob([await zip("d")]).stream(), "zip");
    expect(await readdir(join(files, "part"), { recursive: true })).toEqual(["e"]);
  });

  it.each<[string, Entries, string]>([
    ["an absolute link", { link: { to: "/etc" } }, '"link"'],
    ["a link that leads outside", { "d/link": { to: "../../x" } }, '"d/link"'],
    [
      "a link that leads outside through another",
      { "a/b/up": { to: ".." }, out: { to: "a/b/up/../.." } },
      '"out"',
    ],
    ["a file below a link", { link: { to: "." }, "link/f": "1" }, '"link"'],
    ["a file below a link that comes later", { "link/f": "1", link: { to: "." } }, '"link"'],
    ["a file at the path of a link", { link: { to: "f" }, "./link": "1" }, '"link"'],
  ])(
    "with %s is refused with the path in the error, and nothing is written",
    async (_what, entries, named) => {
      const { volume, unpack, expectOutsideUntouched } = await given();
      await expect(unpack({ first: "1", ...entries })).rejects.toMatchObject({
        code: "invalid_request",
        detail: expect.stringContaining(named) as string,
      });
      expect((await volume.list("")).entries).toEqual([]);
      await expectOutsideUntouched();
    },
  );

  it("does not write through links, neither its own nor existing ones", async () => {
    const { files, outside, unpack, expectOutsideUntouched } = await given();
    await symlink(outside, join(files, "there"));
    await symlink(join(outside, "secret"), join(files, "file"));
    expect(await codeOf(unpack({ "there/secret": "x" }))).toBe("invalid_path");
    expect(await codeOf(unpack({ secret: "x" }, "there"))).toBe("invalid_path");
    expect(await codeOf(unpack({ file: "x" }))).toBe("invalid_path");
    await unpack({ inner: { to: "there" } });
    expect(await codeOf(unpack({ "inner/secret": "x" }))).toBe("invalid_path");
    expect(await codeOf(unpack({ secret: "x" }, "inner"))).toBe("invalid_path");
    expect(await codeOf(unpack({ "inner/deeper": { to: "x" } }))).toBe("invalid_path");
    await expectOutsideUntouched();
  });

  it("replaces files and links with links, but not directories", async () => {
    const { files, outside, volume, unpack, expectOutsideUntouched } = await given();
    await volume.write("file", bytes("old"));
    await volume.write("dir/f", bytes("old"));
    await symlink(outside, join(files, "link"));
    expect(await codeOf(unpack({ file: { to: "x" }, dir: { to: "x" } }))).toBe("already_exists");
    expect((await lstat(join(files, "file"))).isFile()).toBe(true);
    await unpack({ file: { to: "x" }, link: { to: "y" } });
    expect([await readlink(join(files, "file")), await readlink(join(files, "link"))]).toEqual(["x", "y"]);
    await expectOutsideUntouched();
  });

  it("counts towards the quota", async () => {
    const { provider } = await givenFolder({}, access);
    const volume = await provider.workspace("ws_2", { maxInodes: 2 });
    const staging = await volume.stage();
    await staging.symlink("a", "x");
    await staging.symlink("b", "x".repeat(4_000));
    expect(await codeOf(staging.symlink("c", "x"))).toBe("quota_exceeded");
    await staging.commit("");
    await staging.discard();
    expect((await volume.usage()).inodes).toBe(2);
  });
});
