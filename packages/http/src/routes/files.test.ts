import type { DirectoryListing } from "@workspace-agent/core/schemas";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const volumes = [
  ["agent/files", "agent/dirs"],
  ["agent/afs-files", "agent/afs-dirs"],
] as const;

const encoded = (path: string) => encodeURIComponent(path);

async function workspace(api: TestApi, config: object = {}) {
  const { id } = await api.createWorkspace("files", config);
  return `/api/workspaces/${id}`;
}

describe.each(volumes)("files at %s", (files, dirs) => {
  test("are written, read, replaced and deleted", async () => {
    await using api = await testApi();
    const base = await workspace(api);
    const path = `${base}/${files}?path=${encoded("src/a b/mäin.md")}`;
    const made = await api.call("PUT", path, { body: "# Hello" });
    expect(made.status).toBe(201);
    expect(made.json).toEqual({ path: "src/a b/mäin.md", size: 7, etag: expect.any(String) as string });
    const read = await api.call("GET", path);
    expect([read.status, read.text]).toEqual([200, "# Hello"]);
    expect(read.headers.get("etag")).toBe(made.headers.get("etag"));
    expect(read.headers.get("etag")).toBe(`"${made.as().etag}"`);
    expect(read.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(read.headers.get("content-length")).toBe("7");
    expect(read.headers.get("last-modified")).toBe(new Date(api.clock.now()).toUTCString());
    const replaced = await api.call("PUT", path, { body: new Uint8Array([0, 255]) });
    expect([replaced.status, replaced.as().size]).toEqual([200, 2]);
    expect((await api.call("DELETE", path)).status).toBe(204);
    expect((await api.call("GET", path)).json).toMatchObject({ status: 404, code: "not_found" });
    expect((await api.call("DELETE", path)).json).toMatchObject({ status: 404, code: "not_found" });
  });

  test("that were changed meanwhile are not overwritten", async () => {
    await using api = await testApi();
    const path = `${await workspace(api)}/${files}?path=a.txt`;
    const put = (body: string, headers: Record<string, string>) => api.call("PUT", path, { body, headers });
    const failed = { status: 412, code: "precondition_failed" };
    expect((await put("x", { "if-match": "*" })).json).toMatchObject(failed);
    expect((await put("x", { "if-match": '"1"' })).json).toMatchObject(failed);
    const first = await put("1", { "if-none-match": "*" });
    expect(first.status).toBe(201);
    const etag = first.headers.get("etag") ?? "";
    expect((await put("x", { "if-none-match": "*" })).json).toMatchObject(failed);
    expect((await put("x", { "if-none-match": etag })).json).toMatchObject(failed);
    const second = await put("2", { "if-match": etag });
    expect(second.status).toBe(200);
    expect((await put("x", { "if-match": etag })).json).toMatchObject(failed);
    expect((await put("3", { "if-match": `${etag}, ${second.headers.get("etag") ?? ""}` })).status).toBe(200);
    expect((await put("4", { "if-match": "*" })).status).toBe(200);
    const remove = (headers: Record<string, string>) => api.call("DELETE", path, { headers });
    expect((await remove({ "if-match": etag })).json).toMatchObject(failed);
    expect((await remove({ "if-none-match": "*" })).json).toMatchObject(failed);
    expect((await api.call("GET", path)).text).toBe("4");
    expect((await remove({ "if-match": "*" })).status).toBe(204);
  });

  test("are listed by directory", async () => {
    await using api = await testApi();
    const base = await workspace(api);
    for (const path of ["b.txt", "a/x.txt", "a/y/z.txt"]) {
      await api.call("PUT", `${base}/${files}?path=${encoded(path)}`, { body: path });
    }
    const list = async (query: string) =>
      (await api.call("GET", `${base}/${dirs}${query}`)).as<DirectoryListing>();
    const root = await list("");
    expect(root).toMatchObject({ path: "", truncated: false });
    expect(root.entries).toEqual([
      { name: "a", path: "a", type: "dir", size: 0, mtime: expect.any(String) as string },
      { name: "b.txt", path: "b.txt", type: "file", size: 5, mtime: "2026-01-01T00:00:00.000Z" },
    ]);
    expect(await list("?path=")).toEqual(root);
    const names = (listing: DirectoryListing) => listing.entries.map(({ path }) => path);
    expect(names(await list("?path=a"))).toEqual(["a/x.txt", "a/y"]);
    expect(names(await list("?recursive=true"))).toEqual(["a", "a/x.txt", "a/y", "a/y/z.txt", "b.txt"]);
    expect(names(await list("?q=Z&recursive=true"))).toEqual(["a/y/z.txt"]);
    expect(names(await list("?q=.TXT"))).toEqual(["b.txt"]);
    expect(names(await list("?q=%C3%BC"))).toEqual([]);
    expect(await list("?recursive=true&limit=2")).toMatchObject({ truncated: true, entries: { length: 2 } });
    for (const [query, status, code] of [
      ["?path=none", 404, "not_found"],
      ["?path=b.txt", 400, "invalid_path"],
      ["?limit=0", 400, "invalid_request"],
      ["?recursive=yes", 400, "invalid_request"],
      ["?q=", 400, "invalid_request"],
      ["?limit=10001", 400, "invalid_request"],
    ]) {
      expect(await list(String(query))).toMatchObject({ status, code });
    }
  });

  test("stand in directories that can be made and deleted", async () => {
    await using api = await testApi();
    const base = await workspace(api);
    const made = await api.call("POST", `${base}/${dirs}?path=a%2Fb`);
    expect([made.status, made.json]).toEqual([
      201,
      { name: "b", path: "a/b", type: "dir", size: 0, mtime: expect.any(String) as string },
    ]);
    expect((await api.call("POST", `${base}/${dirs}?path=a%2Fb`)).status).toBe(200);
    await api.call("PUT", `${base}/${files}?path=a%2Fb%2Fc`, { body: "x" });
    for (const path of ["a%2Fb%2Fc", "a%2Fb%2Fc%2Fd"]) {
      expect((await api.call("POST", `${base}/${dirs}?path=${path}`)).json).toMatchObject({
        status: 409,
        code: "already_exists",
      });
    }
    expect((await api.call("GET", `${base}/${files}?path=a`)).json).toMatchObject({
      status: 400,
      code: "invalid_path",
    });
    expect((await api.call("PUT", `${base}/${files}?path=a`, { body: "x" })).status).toBe(409);
    expect((await api.call("DELETE", `${base}/${files}?path=a`)).status).toBe(204);
    expect((await api.call("GET", `${base}/${dirs}`)).as().entries).toEqual([]);
  });
});

describe("the workspace's own files", () => {
  test("have a quota", async () => {
    await using api = await testApi();
    const base = await workspace(api, { sandbox: { disk_mb: 1 } });
    const path = `${base}/agent/files?path=a`;
    await api.call("PUT", path, { body: "old" });
    const full = await api.call("PUT", path, { body: new Uint8Array(1_048_577) });
    expect(full.json).toMatchObject({ status: 507, code: "quota_exceeded" });
    expect((await api.call("GET", path)).text).toBe("old");
  });
});

describe("the shared volume", () => {
  test("follows the workspace's access", async () => {
    await using api = await testApi();
    const base = await workspace(api, { afs: { access: "read" } });
    const denied = { status: 403, code: "afs_denied" };
    const path = `${base}/agent/afs-files?path=a`;
    expect((await api.call("PUT", path, { body: "x" })).json).toMatchObject(denied);
    expect((await api.call("DELETE", path)).json).toMatchObject(denied);
    expect((await api.call("POST", `${base}/agent/afs-dirs?path=a`)).json).toMatchObject(denied);
    const move = { json: { src: "a", dest: "b" } };
    expect((await api.call("POST", `${base}/agent/afs-move`, move)).json).toMatchObject(denied);
    const zip = { body: "zip", headers: { "content-type": "application/zip" } };
    expect((await api.call("POST", `${base}/agent/afs-dirs/unpack`, zip)).json).toMatchObject(denied);
    expect((await api.call("GET", path)).status).toBe(404);
    await api.call("PUT", `${base}/config`, { json: { afs: { access: "none" } } });
    expect((await api.call("GET", path)).json).toMatchObject(denied);
    for (const path of ["agent/afs-dirs", "agent/afs-dirs/zip"])
      expect((await api.call("GET", `${base}/${path}`)).json).toMatchObject(denied);
    expect((await api.call("GET", `${base}/agent/dirs`)).status).toBe(200);
  });
});

test("a raw slash is answered with the URL that was meant", async () => {
  await using api = await testApi({ handler: { publicUrl: "https://agents.test" } });
  const base = await workspace(api);
  const refused = await api.call("GET", `${base}/agent/files?path=src/main.ts`);
  expect(refused.as().detail).toContain(`https://agents.test${base}/agent/files?path=src%2Fmain.ts`);
});
