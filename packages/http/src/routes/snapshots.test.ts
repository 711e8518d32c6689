import { memoryObjects } from "@workspace-agent/core/memory";
import type { Changes, DirectoryListing, Snapshot } from "@workspace-agent/core/schemas";
import { describe, expect, test } from "vitest";
import { nextPage, testApi, type TestApi } from "../test-api.test-support.ts";

const TEXT = "0123456789";

const withSnapshots = async () => await testApi({ service: { objects: memoryObjects() } });

async function aWorkspace(api: TestApi) {
  const { id } = await api.createWorkspace();
  const path = `/api/workspaces/${id}`;
  const put = async (file: string, body: string) =>
    await api.call("PUT", `${path}/agent/files?path=${encodeURIComponent(file)}`, { body });
  const snapshot = async (label?: string) => {
    const made = await api.call("POST", `${path}/snapshots`, label === undefined ? {} : { json: { label } });
    expect(made.status).toBe(201);
    return made.as<Snapshot>();
  };
  return { id, path, put, snapshot };
}

describe("snapshots", () => {
  test("are taken with a label and without a body, listed page by page, read and deleted", async () => {
    await using api = await withSnapshots();
    const { id, path, put } = await aWorkspace(api);
    await put("a.txt", TEXT);
    const headers = { "idempotency-key": "once" };
    const asked = { json: { label: "before the release" }, headers };
    const made = await api.call("POST", `${path}/snapshots`, asked);
    expect(made).toMatchObject({
      status: 201,
      json: {
        workspace_id: id,
        kind: "manual",
        label: "before the release",
        session_id: null,
        turn_id: null,
        files: 1,
        bytes: TEXT.length,
        expires_at: null,
      },
    });
    const again = await api.call("POST", `${path}/snapshots`, asked);
    expect([again.json, again.headers.get("idempotent-replayed")]).toEqual([made.json, "true"]);
    const location = made.headers.get("location") ?? "";
    expect(location).toBe(`${path}/snapshots/${made.as().id}`);
    expect((await api.call("GET", location)).json).toEqual(made.json);

    await api.clock.advance(1_000);
    const second = await api.call("POST", `${path}/snapshots`);
    expect(second).toMatchObject({ status: 201, json: { label: null } });
    const page = await api.call("GET", `${path}/snapshots?limit=1`);
    expect(page.json).toEqual([second.json]);
    expect((await api.call("GET", nextPage(page) ?? "")).json).toEqual([made.json]);

    expect((await api.call("DELETE", location)).status).toBe(204);
    for (const method of ["GET", "DELETE"])
      expect((await api.call(method, location)).json).toMatchObject({ status: 404, code: "not_found" });
  });

  test("have the files as they were, which are read like those of the workspace", async () => {
    await using api = await withSnapshots();
    const { path, put, snapshot } = await aWorkspace(api);
    await put("src/a.html", TEXT);
    const at = `${path}/snapshots/${(await snapshot()).id}`;
    await put("src/a.html", "changed");
    const file = `${at}/files?path=src%2Fa.html`;
    const whole = await api.call("GET", file);
    expect([whole.status, whole.text]).toEqual([200, TEXT]);
    const { headers } = whole;
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/^sandbox/);
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const etag = headers.get("etag") ?? "";

    const part = await api.call("GET", file, { headers: { range: "bytes=2-4", "if-range": etag } });
    expect([part.status, part.text, part.headers.get("content-range")]).toEqual([206, "234", "bytes 2-4/10"]);
    const beyond = await api.call("GET", file, { headers: { range: "bytes=10-" } });
    expect(beyond.json).toMatchObject({ status: 416, size: 10 });
    expect((await api.call("GET", file, { headers: { "if-none-match": etag } })).status).toBe(304);
    const head = await api.call("HEAD", file);
    expect([head.status, head.text, head.headers.get("content-length")]).toEqual([200, "", "10"]);
    expect((await api.call("GET", `${at}/files?path=src`)).json).toMatchObject({ code: "invalid_path" });
    expect((await api.call("GET", `${at}/files?path=src/a.html`)).json).toMatchObject({
      code: "path_not_encoded",
    });
    expect((await api.call("GET", `${at}/files?path=b`)).json).toMatchObject({ code: "not_found" });
  });

  test("list their directories and are downloaded as a zip", async () => {
    await using api = await withSnapshots();
    const { path, put, snapshot } = await aWorkspace(api);
    await put("src/a.txt", TEXT);
    const at = `${path}/snapshots/${(await snapshot()).id}`;
    await put("src/b.txt", "later");
    const paths = async (query: string) =>
      (await api.call("GET", `${at}/dirs${query}`)).as<DirectoryListing>().entries.map(({ path }) => path);
    expect(await paths("")).toEqual(["src"]);
    expect(await paths("?path=src")).toEqual(["src/a.txt"]);
    expect(await paths("?recursive=true&q=A")).toEqual(["src/a.txt"]);
    const zip = await api.call("GET", `${at}/zip?path=src`);
    expect(zip.headers.get("content-type")).toBe("application/zip");
    expect(zip.headers.get("content-disposition")).toMatch(/^attachment; filename="src\.zip"/);
    expect(zip.text).toMatch(/^PK[^]*a\.txt/);
    expect(zip.text).not.toContain("b.txt");
    const head = await api.call("HEAD", `${at}/zip`);
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  test("are compared with one another and with the files as they are", async () => {
    await using api = await withSnapshots();
    const { path, put, snapshot } = await aWorkspace(api);
    await put("a.txt", "one\n");
    const first = await snapshot("first");
    await put("a.txt", "two\n");
    const second = await snapshot("second");
    await put("b.txt", "new\n");
    const diff = `${path}/snapshots/${first.id}/diff?against=`;
    const modified = { path: "a.txt", status: "modified", additions: 1, deletions: 1, binary: false };
    const changes = (await api.call("GET", diff + second.id)).as<Changes>();
    expect(changes).toMatchObject({ files: [modified], overlapped: false });
    const patch = await api.call("GET", diff + second.id, { headers: { accept: "text/x-diff" } });
    expect(patch.headers.get("content-type")).toBe("text/x-diff; charset=utf-8");
    expect(patch.text).toBe(changes.diff);
    expect(patch.text).toContain("-one\n+two\n");
    const now = (await api.call("GET", `${diff}now`)).as<Changes>();
    expect(now.files.map(({ path, status }) => [path, status])).toEqual([
      ["a.txt", "modified"],
      ["b.txt", "added"],
    ]);
    expect((await api.call("GET", `${diff}snp_none`)).json).toMatchObject({ code: "not_found" });
    expect((await api.call("GET", diff.replace("?against=", ""))).json).toMatchObject({
      code: "invalid_request",
    });
  });

  test("are invisible to other tenants and to tokens of other workspaces", async () => {
    await using api = await withSnapshots();
    const { path, snapshot } = await aWorkspace(api);
    const { id } = await snapshot();
    const other = await api.createWorkspace("other");
    const tokens = [await api.foreignToken(), await api.createToken({ workspace_ids: [other.id] })];
    for (const token of tokens)
      for (const address of [`${path}/snapshots`, `${path}/snapshots/${id}/zip`])
        expect((await api.call("GET", address, { token })).json).toMatchObject({ code: "not_found" });
    // The id of one workspace's snapshot means nothing in another.
    const inOther = `/api/workspaces/${other.id}/snapshots/${id}`;
    expect((await api.call("GET", inOther)).json).toMatchObject({ code: "not_found" });
  });

  test("are refused by a host without objects, and need the scopes of files", async () => {
    await using without = await testApi({ service: { objects: null } });
    const { path } = await aWorkspace(without);
    for (const method of ["GET", "POST"])
      expect((await without.call(method, `${path}/snapshots`)).json).toMatchObject({
        status: 403,
        code: "not_allowed",
      });
    await using api = await withSnapshots();
    const { path: other } = await aWorkspace(api);
    const token = await api.createToken({ scopes: ["files:read"] });
    expect((await api.call("GET", `${other}/snapshots`, { token })).status).toBe(200);
    expect((await api.call("POST", `${other}/snapshots`, { token })).json).toMatchObject({
      code: "insufficient_scope",
    });
  });
});
