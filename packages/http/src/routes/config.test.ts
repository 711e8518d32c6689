import { describe, expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

describe("a workspace's config", () => {
  test("is replaced whole: what is left out takes its default", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace("x", { system_prompt: "old" });
    const path = `/api/workspaces/${id}/config`;
    const put = await api.call("PUT", path, { json: { limits: { max_steps: 5 } } });
    expect(put.status).toBe(200);
    expect(put.json).toMatchObject({
      model: null,
      system_prompt: "",
      sandbox: { image: null, cpus: 1, memory_mb: 1024, disk_mb: 10240, network: "none" },
      afs: { access: "write", root: "" },
      limits: { max_steps: 5, max_turn_seconds: 3600, max_input_tokens: null },
      compaction: { enabled: true },
      retention: { sessions_days: null, outputs_days: null },
    });
    const get = await api.call("GET", path);
    expect(get.json).toEqual(put.json);
    expect(get.headers.get("etag")).toBe(put.headers.get("etag"));
  });

  test("that the caller has already is not sent again", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}/config`;
    const etag = (await api.call("GET", path)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^".+"$/);
    const same = await api.call("GET", path, { headers: { "if-none-match": `"other", W/${etag}` } });
    expect([same.status, same.text, same.headers.get("etag")]).toEqual([304, "", etag]);
    const bad = await api.call("GET", path, { headers: { "if-none-match": "7" } });
    expect(bad.json).toMatchObject({ status: 400, code: "invalid_request" });
  });

  test("is read only as the version that the condition names", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}/config`;
    const old = (await api.call("GET", path)).headers.get("etag") ?? "";
    const etag = (await api.call("PUT", path, { json: {} })).headers.get("etag") ?? "";
    const get = (headers: Record<string, string>) => api.call("GET", path, { headers });
    expect((await get({ "if-match": old })).json).toMatchObject({ status: 412, code: "precondition_failed" });
    expect((await get({ "if-match": old, "if-none-match": etag })).status).toBe(412);
    expect((await get({ "if-match": etag })).status).toBe(200);
    expect((await get({ "if-match": "*", "if-none-match": etag })).status).toBe(304);
  });

  test("that was changed meanwhile is not overwritten", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}/config`;
    const old = (await api.call("GET", path)).headers.get("etag") ?? "";
    const change = (system_prompt: string, headers: Record<string, string>) =>
      api.call("PUT", path, { json: { system_prompt }, headers });
    const first = await change("first", { "if-match": old });
    expect(first.status).toBe(200);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).not.toBe(old);
    for (const headers of [
      { "if-match": old },
      { "if-match": `W/${etag}` },
      { "if-none-match": "*" },
      { "if-none-match": etag },
    ] as Record<string, string>[]) {
      expect((await change("lost", headers)).json).toMatchObject({
        status: 412,
        code: "precondition_failed",
      });
    }
    expect((await api.call("GET", path)).as().system_prompt).toBe("first");
    expect((await change("second", { "if-match": `"0", ${etag}` })).status).toBe(200);
    expect((await change("third", { "if-match": "*" })).status).toBe(200);
  });
});
