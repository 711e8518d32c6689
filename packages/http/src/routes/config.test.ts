import { describe, expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

const manyServers = (count: number) =>
  Array.from({ length: count }, (_, index) => [`s${index}`, { url: "https://a.test" }] as const);

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
    });
    const get = await api.call("GET", path);
    expect(get.json).toEqual(put.json);
    expect(get.headers.get("etag")).toBe(put.headers.get("etag"));
  });

  test("never shows a secret, and keeps it when it is sent back unseen", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const path = `/api/workspaces/${id}/config`;
    const secret = "s3cret-canary";
    const put = await api.call("PUT", path, {
      json: { env: { KEY: { value: secret, secret: true }, PLAIN: "x" } },
    });
    expect(put.as().env).toEqual({ KEY: { secret: true }, PLAIN: "x" });
    const again = await api.call("PUT", path, { json: put.json });
    expect(again.as().env).toEqual({ KEY: { secret: true }, PLAIN: "x" });
    expect(put.text + again.text).not.toContain(secret);
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

  test.each([
    [[], 400, "invalid_request"],
    [{ modle: "x" }, 400, "invalid_request"],
    [{ sandbox: { memory_mb: "1024" } }, 400, "invalid_request"],
    [{ afs: { root: "../up" } }, 400, "invalid_request"],
    [{ mcp_servers: { x: { url: "\r\nSet-Cookie: a=b" } } }, 400, "invalid_request"],
    [{ mcp_servers: { x: { url: "file:///etc/passwd" } } }, 400, "invalid_request"],
    [{ mcp_servers: Object.fromEntries(manyServers(33)) }, 400, "invalid_request"],
    ...["Host", "content-length", "Transfer-Encoding", "expect", "connection", "Mcp-Session-Id"].map(
      (name): [object, number, string] => [
        { mcp_servers: { x: { url: "https://a.test", headers: { [name]: "1" } } } },
        400,
        "invalid_request",
      ],
    ),
    [{ model: "openai/none" }, 403, "not_allowed"],
    [{ sandbox: { image: "evil" } }, 403, "not_allowed"],
  ])("is not %j", async (body, status, code) => {
    await using api = await testApi();
    const { id } = await api.createWorkspace("x", { system_prompt: "kept" });
    const path = `/api/workspaces/${id}/config`;
    expect((await api.call("PUT", path, { json: body })).json).toMatchObject({ status, code });
    expect((await api.call("GET", path)).as().system_prompt).toBe("kept");
  });
});
