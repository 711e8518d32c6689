import { readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { memoryObjects } from "../../packages/core/src/memory/index.ts";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";
import { newFolder } from "../new-folder.test-support.ts";

async function notes(api: TestApi) {
  await api.createWorkspace("notes");
  return async (...args: readonly string[]) => await runInProcess([...args, "-w", "notes"], { api });
}

test.each([[[]], [["--shared"]]])(
  "files are made, moved, packed, unpacked and deleted: %j",
  async (shared) => {
    await using api = await testApi();
    const run = await notes(api);
    const files = async (...args: readonly string[]) => await run("files", ...args, ...shared);
    const local = await newFolder();
    await writeFile(join(local, "a.txt"), "text\n");
    expect((await files("mkdir", "docs")).notes).toBe("made docs\n");
    const put = await files("put", join(local, "a.txt"), "docs/a.txt", "--json");
    expect(JSON.parse(put.out)).toEqual({ path: "docs/a.txt" });
    expect((await files("mv", "docs/a.txt", "docs/b.txt")).notes).toBe("moved docs/a.txt to docs/b.txt\n");
    expect((await files("ls", "docs")).out).toMatch(
      /^type +size +changed +path\nfile +5 +\S+ +docs\/b\.txt\n$/,
    );
    expect((await files("ls", "", "--recursive", "--name", "b.t")).out).toContain("docs/b.txt");

    const zip = join(local, "docs.zip");
    expect((await files("zip", "docs", zip)).code).toBe(0);
    expect((await files("unpack", zip, "copy")).out).toMatch(/^files +1$/m);
    expect((await files("ls", "copy", "--recursive", "--json")).out).toContain("b.txt");

    expect((await files("rm", "docs")).code).toBe(2);
    expect(await files("rm", "docs", "--yes", "--json")).toMatchObject({
      code: 0,
      out: '{"deleted":"docs"}\n',
    });
    expect((await files("ls", "docs")).code).toBe(1);
  },
);

test.each([
  [["mv", "none.txt", "b.txt"], "not_found"],
  [["mv", "a.txt", "b.txt"], "already_exists"],
  [["rm", "none.txt", "--yes"], "not_found"],
  [["rm", "../a.txt", "--yes"], "invalid_path"],
  [["unpack", "/none.zip"], "/none.zip cannot be read (ENOENT"],
] as const)("files %j ends with 1", async (args, said) => {
  await using api = await testApi();
  const run = await notes(api);
  const local = await newFolder();
  await writeFile(join(local, "x"), "x");
  for (const name of ["a.txt", "b.txt"]) await run("files", "put", join(local, "x"), name);
  const ran = await run("files", ...args);
  expect([ran.code, ran.out]).toEqual([1, ""]);
  expect(ran.notes).toContain(said);
});

/** The path of a socket, which not even root can open. */
async function socketPath(): Promise<string> {
  const path = join(await newFolder(), "socket");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return path;
}

test.each([
  ["put", "opened", socketPath],
  ["unpack", "opened", socketPath],
  ["unpack", "read, since it is a folder", newFolder],
  ...(process.platform === "linux"
    ? [["put", "read", async () => await Promise.resolve("/proc/self/mem")] as const]
    : []),
] as const)("files %s of a path that cannot be %s names it and ends with 1", async (command, _, make) => {
  await using api = await testApi();
  const run = await notes(api);
  const path = await make();
  const { code, notes: said } = await run("files", command, path, "copy");
  expect(said).toContain(`The file ${path} cannot be read (E`);
  expect(code).toBe(1);
});

test("an upload says that it leaves out links", async () => {
  await using api = await testApi();
  const run = await notes(api);
  const local = await newFolder();
  await writeFile(join(local, "a.txt"), "text\n");
  await symlink("a.txt", join(local, "latest"));
  expect(await run("files", "put", local, "docs")).toMatchObject({
    code: 0,
    notes: `Links and special files are not uploaded: 1, such as ${join(local, "latest")}\nuploaded docs/a.txt\n`,
  });
});

test("a folder is downloaded into the root of the file system", async () => {
  await using api = await testApi();
  const run = await notes(api);
  const local = await newFolder();
  await writeFile(join(local, "a.txt"), "text\n");
  await run("files", "put", join(local, "a.txt"), relative("/", join(local, "b.txt")));
  expect((await run("files", "get", "", "/")).code).toBe(0);
  expect(await readFile(join(local, "b.txt"), "utf8")).toBe("text\n");
});

test("a file with the longest possible name is downloaded", async () => {
  await using api = await testApi();
  const run = await notes(api);
  const local = await newFolder();
  const name = "x".repeat(255);
  await writeFile(join(local, name), "text\n");
  await run("files", "put", join(local, name));
  expect((await run("files", "get", name, join(local, "got", name))).code).toBe(0);
  expect(await readFile(join(local, "got", name), "utf8")).toBe("text\n");
});

test("the files of a snapshot are listed, read and packed", async () => {
  await using api = await testApi({ service: { objects: memoryObjects() } });
  const run = await notes(api);
  const local = await newFolder();
  await writeFile(join(local, "a.txt"), "before\n");
  await run("files", "put", join(local, "a.txt"), "docs/a.txt");
  const id = (await run("snapshots", "create")).out.trim();
  await run("files", "rm", "docs", "--yes");
  expect((await run("snapshots", "ls", id, "docs")).out).toContain("docs/a.txt");
  expect((await run("snapshots", "read", id, "docs/a.txt", join(local, "b.txt"))).code).toBe(0);
  expect(await readFile(join(local, "b.txt"), "utf8")).toBe("before\n");
  expect((await run("snapshots", "zip", id, "docs", join(local, "docs.zip"))).code).toBe(0);
  expect((await readFile(join(local, "docs.zip"))).subarray(0, 2).toString()).toBe("PK");
  expect((await run("snapshots", "read", id, "none", join(local, "c.txt"))).code).toBe(1);
  expect((await run("snapshots", "ls", "snp_none")).code).toBe(1);
});

test("a download that is cut off exits with 3, and leaves no file", async () => {
  await using api = await testApi();
  await api.createWorkspace("notes");
  const local = join(await newFolder(), "a.txt");
  const { code, notes: said } = await runInProcess(["files", "get", "a.txt", local, "-w", "notes"], {
    api,
    before: async ({ url = "", socket }, response) => {
      if (!url.includes("/agent/files")) return;
      response.writeHead(200, { "content-length": 100 });
      await new Promise((resolve) => response.write("half", resolve));
      socket.destroy();
      return true;
    },
  });
  expect([code, said]).toEqual([3, expect.stringContaining("the connection broke")]);
  await expect(readFile(local)).rejects.toMatchObject({ code: "ENOENT" });
});

test("a terminal gets text without control sequences, and nothing that is not text", async () => {
  await using api = await testApi();
  const run = await notes(api);
  const local = await newFolder();
  const put = async (name: string, content: string | Buffer) => {
    await writeFile(join(local, name), content);
    expect((await run("files", "put", join(local, name))).code).toBe(0);
  };
  const show = async (name: string) =>
    await runInProcess(["files", "get", name, "-", "-w", "notes"], { api, isTerminal: true });
  await put("text", "grün\u001b[2J\u001b]0;title\u0007 end\n");
  expect(await show("text")).toMatchObject({ code: 0, out: "grün end\n" });
  for (const [name, content] of [
    ["image", Buffer.from([0x89, 0x50, 0xff])],
    ["zeros", "a\0b"],
  ] as const) {
    await put(name, content);
    const { code, out, notes: said } = await show(name);
    expect([name, code, out]).toEqual([name, 1, ""]);
    expect(said).toContain("The content is not text");
  }
});
