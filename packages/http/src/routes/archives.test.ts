import {
  bytesSource,
  readArchive,
  tarGzStream,
  zipStream,
  type ArchiveInput,
} from "@workspace-agent/archives";
import type { FileEntry } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi, type TestApiOptions } from "../test-api.test-support.ts";

const PLACES = [
  ["agent/files", "agent/dirs"],
  ["agent/afs-files", "agent/afs-dirs"],
] as const;

const KINDS = [
  ["application/zip", zipStream],
  ["application/gzip", tarGzStream],
  ["application/x-gzip", tarGzStream],
] as const;

function input(path: string, content: string | null): ArchiveInput {
  const bytes = new TextEncoder().encode(content ?? "");
  const type = content === null ? "dir" : "file";
  return { path, type, size: bytes.length, executable: false, body: async () => new Blob([bytes]).stream() };
}

async function archiveOf(
  files: Readonly<Record<string, string | null>>,
  write: typeof zipStream = zipStream,
) {
  const entries = Object.entries(files).map(([path, content]) => input(path, content));
  return await new Response(write(entries)).bytes();
}

async function aGiven(options: TestApiOptions = {}, config: object = {}) {
  const api = await testApi(options);
  const { id } = await api.createWorkspace("my project", config);
  const dispose = () => api[Symbol.asyncDispose]();
  return { api, base: `/api/workspaces/${id}`, [Symbol.asyncDispose]: dispose };
}

const unpack = (api: TestApi, path: string, body: BodyInit, type = "application/zip") =>
  api.call("POST", path, { body, headers: { "content-type": type } });

async function pathsOf(api: TestApi, dirs: string): Promise<string[]> {
  const { entries } = (await api.call("GET", `${dirs}?recursive=true`)).as<{
    entries: readonly FileEntry[];
  }>();
  return entries.map(({ path, type }) => (type === "dir" ? `${path}/` : path));
}

describe.each(PLACES)("archives at %s", (files, dirs) => {
  test.each(KINDS)("of the type %s are unpacked", async (type, write) => {
    await using given = await aGiven();
    const { api, base } = given;
    const archive = await archiveOf({ "src/main.ts": "let x;", "src/ü": "ü", empty: null }, write);
    const answer = await unpack(api, `${base}/${dirs}/unpack?path=deep%2Fin`, archive, type);
    expect([answer.status, answer.json]).toEqual([
      200,
      { path: "deep/in", files: 2, links: 0, directories: 2, bytes: 8 },
    ]);
    expect(await pathsOf(api, `${base}/${dirs}`)).toEqual([
      ...["deep/", "deep/in/", "deep/in/empty/", "deep/in/src/", "deep/in/src/main.ts", "deep/in/src/ü"],
    ]);
    const read = await api.call("GET", `${base}/${files}?path=deep%2Fin%2Fsrc%2Fmain.ts`);
    expect(read.text).toBe("let x;");
    expect((await unpack(api, `${base}/${dirs}/unpack?path=deep%2Fin`, archive, type)).status).toBe(200);
  });

  test("of a directory are made, and unpack to the same", async () => {
    await using given = await aGiven();
    const { api, base } = given;
    await unpack(
      api,
      `${base}/${dirs}/unpack`,
      await archiveOf({ "a b/x": "1", "a b/e": null, "a b/y/z": "2", o: "3" }),
    );
    const zip = await api.fetch("GET", `${base}/${dirs}/zip?path=a%20b`);
    expect([zip.status, zip.headers.get("content-type")]).toEqual([200, "application/zip"]);
    expect(zip.headers.get("content-disposition")).toBe(
      `attachment; filename="a b.zip"; filename*=UTF-8''a%20b.zip`,
    );
    expect(zip.headers.get("content-security-policy")).toMatch(/^sandbox/);
    const archive = await readArchive(bytesSource(await zip.bytes()), { maxBytes: 100 });
    expect(archive.members.map(({ path, size }) => [path, size])).toEqual([
      ["e", 0],
      ["x", 1],
      ["y", 0],
      ["y/z", 1],
    ]);
    const root = await api.fetch("GET", `${base}/${dirs}/zip`);
    const name = dirs.includes("afs") ? "shared.zip" : "my project.zip";
    expect(root.headers.get("content-disposition")).toContain(`filename="${name}"`);
    await unpack(api, `${base}/${dirs}/unpack?path=copy`, await root.bytes());
    expect(
      (await pathsOf(api, `${base}/${dirs}`)).filter((path) => path.startsWith("copy/a b")),
    ).toHaveLength(5);
    const head = await api.call("HEAD", `${base}/${dirs}/zip?path=a%20b`);
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([200, "", "application/zip"]);
    expect(head.headers.get("content-length")).toBeNull();
  });

  test("of something that is not a directory are errors", async () => {
    await using given = await aGiven();
    const { api, base } = given;
    await api.call("PUT", `${base}/${files}?path=f`, { body: "old" });
    for (const [path, status, code] of [
      ["none", 404, "not_found"],
      ["f", 400, "invalid_path"],
      ["..%2Fx", 400, "invalid_path"],
      ["a/b", 400, "path_not_encoded"],
    ]) {
      const zip = await api.call("GET", `${base}/${dirs}/zip?path=${String(path)}`);
      expect(zip.json).toMatchObject({ status, code });
    }
    const archive = await archiveOf({ x: "1" });
    for (const [path, status, code] of [
      ["f", 409, "already_exists"],
      ["f%2Fbelow", 409, "already_exists"],
      ["..%2Fx", 400, "invalid_path"],
      ["%2Fabs", 400, "invalid_path"],
      ["a/b", 400, "path_not_encoded"],
    ]) {
      const refused = await unpack(api, `${base}/${dirs}/unpack?path=${String(path)}`, archive);
      expect(refused.json).toMatchObject({ status, code });
    }
    expect(await pathsOf(api, `${base}/${dirs}`)).toEqual(["f"]);
  });

  test("over the limits are refused", async () => {
    await using given = await aGiven({
      handler: { limits: { archiveBytes: 1_000, unpackedBytes: 5_000 } },
    });
    const { api, base } = given;
    const at = `${base}/${dirs}/unpack`;
    const large = new Uint8Array(1_001);
    expect((await unpack(api, at, large)).json).toMatchObject({ status: 413, code: "payload_too_large" });
    expect((await unpack(api, at, new Blob([large]).stream())).json).toMatchObject({
      status: 413,
      code: "payload_too_large",
    });
    const bomb = await unpack(api, at, await archiveOf({ a: "x".repeat(3_000), b: "x".repeat(2_001) }));
    expect(bomb.json).toMatchObject({ status: 400, code: "invalid_request" });
    expect(bomb.as().detail).toContain("5000 bytes");
    expect(await pathsOf(api, `${base}/${dirs}`)).toEqual([]);
  });
});

test("an upload that breaks off leaves nothing", async () => {
  await using given = await aGiven();
  const { api, base } = given;
  const archive = await archiveOf({ a: "1" });
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent++ === 0) controller.enqueue(archive.slice(0, 20));
      else controller.error(new Error("the cable was pulled"));
    },
  });
  expect((await unpack(api, `${base}/agent/dirs/unpack`, body)).status).toBe(500);
  expect(await pathsOf(api, `${base}/agent/dirs`)).toEqual([]);
});
