import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

describe("a body with a Content-Encoding", () => {
  test.each(["gzip", "br", "identity, gzip", "nonsense"])("of %s is refused as such", async (coding) => {
    await using api = await testApi();
    const headers = { "content-type": "application/json", "content-encoding": coding };
    const { status, json } = await api.call("POST", "/api/workspaces", {
      headers,
      body: gzipSync('{"name":"a"}'),
    });
    expect([status, json]).toEqual([415, expect.objectContaining({ code: "unsupported_media_type" })]);
  });

  test("is refused for files too: what is stored is what was sent", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}/agent/files?path=a`;
    const headers = { "content-encoding": "gzip" };
    expect((await api.call("PUT", path, { headers, body: gzipSync("text") })).status).toBe(415);
    expect((await api.call("GET", path)).status).toBe(404);
  });

  test("of identity is taken", async () => {
    await using api = await testApi();
    const asked = { headers: { "content-encoding": "identity" }, json: { name: "a" } };
    expect((await api.call("POST", "/api/workspaces", asked)).status).toBe(201);
  });
});
