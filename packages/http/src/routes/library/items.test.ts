import type { Prompt } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { nextPage, testApi } from "../../test-api.test-support.ts";
import { createPrompt, refOf } from "./library.test-support.ts";

describe("a prompt", () => {
  test("is made, with its address and its entity tag, and read by id and by name", async () => {
    await using api = await testApi({ handler: { prefix: "/agents" } });
    const made = await api.call("POST", "/agents/api/prompts", {
      json: { name: "review", content: "Review {{branch}} for {{who}}", labels: { team: "a" } },
    });
    const item = made.as<Prompt>();
    expect([made.status, made.headers.get("location")]).toEqual([201, `/agents/api/prompts/${item.id}`]);
    expect(item).toMatchObject({ name: "review", arguments: ["branch", "who"], version: 1 });
    for (const ref of [item.id, "review"]) {
      const read = await api.call("GET", `/agents/api/prompts/${ref}`);
      expect(read.json).toEqual(item);
      expect(read.headers.get("etag")).toBe(made.headers.get("etag"));
      expect(read.headers.get("cache-control")).toBe("private, no-cache");
    }
  });

  test("has pages whose address holds nothing that ends it", async () => {
    await using api = await testApi();
    await createPrompt(api, "a>b");
    await api.call("PUT", refOf("a>b"), { json: { content: "new" } });
    const url = "/api/prompts/a>b/versions?limit=1";
    const headers = { authorization: `Bearer ${api.token}` };
    const first = await api.handler(new Request(`http://localhost${url}`, { headers }), { req: { url } });
    expect(first.headers.get("link")).toMatch(
      /^<\/api\/prompts\/a%3Eb\/versions\?limit=1&cursor=[^>]+>; rel="next"$/,
    );
  });

  test.each([
    "team/review",
    "a b+c",
    "100% sure",
    "%2F",
    "%252e",
    "ünï cödé 😀",
    "a?b#c&d=e",
    "back\\slash",
    "...",
    "bulk",
    "versions",
    "quote\"'<>",
    "x/../y",
  ])("has its address by its name %o", async (name) => {
    await using api = await testApi();
    expect((await createPrompt(api, name)).status).toBe(201);
    const read = await api.call("GET", refOf(name));
    expect([read.status, read.as<Prompt>().name]).toEqual([200, name]);
    expect((await api.call("GET", `${refOf(name)}/versions`)).json).toMatchObject([{ name, version: 1 }]);
    const put = await api.call("PUT", refOf(name), { json: { content: "new" } });
    expect([put.status, put.as<Prompt>()]).toMatchObject([200, { name, content: "new", version: 2 }]);
    const back = await api.call("POST", `${refOf(name)}/rollback`, { json: { version: 1 } });
    expect([back.status, back.as<Prompt>()]).toMatchObject([200, { content: `Do ${name}`, version: 3 }]);
    expect((await api.call("DELETE", refOf(name))).status).toBe(204);
    expect((await api.call("GET", refOf(name))).json).toMatchObject({ code: "not_found" });
  });

  test("is put under a new name or replaces an existing item", async () => {
    await using api = await testApi();
    const made = await api.call("PUT", refOf("new"), { json: { content: "1" } });
    expect([made.status, made.headers.get("location")]).toEqual([201, `/api/prompts/${made.as().id}`]);
    const same = await api.call("PUT", refOf("new"), { json: { content: "1" } });
    expect([same.status, same.as<Prompt>().version]).toEqual([200, 1]);
    const renamed = await api.call("PUT", refOf("new"), { json: { name: "other", content: "1" } });
    expect([renamed.status, renamed.as<Prompt>().name]).toEqual([200, "other"]);
    await createPrompt(api, "taken");
    const taken = await api.call("PUT", refOf("other"), { json: { name: "taken", content: "1" } });
    expect(taken.json).toMatchObject({ status: 409, code: "name_taken" });
    const unknownId = await api.call("PUT", "/api/prompts/prm_none", { json: { content: "1" } });
    expect(unknownId.json).toMatchObject({ status: 404, code: "not_found" });
  });

  test("is changed and deleted only as the version that the condition names", async () => {
    await using api = await testApi();
    const etag = (await createPrompt(api, "a", "1")).headers.get("etag") ?? "";
    const put = (headers: Record<string, string>, content: string) =>
      api.call("PUT", refOf("a"), { json: { content }, headers });
    expect((await put({ "if-none-match": "*" }, "2")).status).toBe(412);
    expect((await put({ "if-match": '"other"' }, "2")).status).toBe(412);
    const changed = await put({ "if-match": etag }, "2");
    expect(changed.status).toBe(200);
    expect((await put({ "if-match": etag }, "3")).json).toMatchObject({ code: "precondition_failed" });
    const remove = (ifMatch: string) => api.call("DELETE", refOf("a"), { headers: { "if-match": ifMatch } });
    expect((await remove(etag)).status).toBe(412);
    expect((await remove(changed.headers.get("etag") ?? "")).status).toBe(204);
    expect((await put({ "if-match": "*" }, "2")).status).toBe(412);
    expect((await put({ "if-none-match": "*" }, "2")).status).toBe(201);
  });

  test("is not sent again to who has it", async () => {
    await using api = await testApi();
    const etag = (await createPrompt(api, "a")).headers.get("etag") ?? "";
    const again = await api.call("GET", refOf("a"), { headers: { "if-none-match": `W/${etag}` } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
  });

  test("is read only as the version that the condition names", async () => {
    await using api = await testApi();
    const old = (await createPrompt(api, "a", "1")).headers.get("etag") ?? "";
    const put = await api.call("PUT", refOf("a"), { json: { content: "2" } });
    const get = (ifMatch: string) => api.call("GET", refOf("a"), { headers: { "if-match": ifMatch } });
    expect((await get(old)).json).toMatchObject({ status: 412, code: "precondition_failed" });
    expect((await get(put.headers.get("etag") ?? "")).as<Prompt>().content).toBe("2");
  });

  test("has its versions newest first, in pages, and goes back only to one of them", async () => {
    await using api = await testApi();
    await createPrompt(api, "a", "1");
    for (const content of ["2", "3"]) await api.call("PUT", refOf("a"), { json: { content } });
    const first = await api.call("GET", `${refOf("a")}/versions?limit=2`);
    expect(first.as<readonly Prompt[]>().map(({ version, content }) => [version, content])).toEqual([
      [3, "3"],
      [2, "2"],
    ]);
    const next = await api.call("GET", nextPage(first) ?? "");
    expect(next.as<readonly Prompt[]>().map(({ version }) => version)).toEqual([1]);
    for (const [body, status] of [
      [{ version: 4 }, 400],
      [{ version: 0 }, 400],
      [{}, 400],
    ] as const)
      expect((await api.call("POST", `${refOf("a")}/rollback`, { json: body })).status).toBe(status);
    expect((await api.call("GET", `${refOf("none")}/versions`)).status).toBe(404);
  });
});

describe("the list of prompts", () => {
  test("is newest first, in pages that keep the search", async () => {
    await using api = await testApi();
    for (const name of ["Alpha one", "beta", "alpha two", "ALPHA three"]) await createPrompt(api, name);
    const first = await api.call("GET", "/api/prompts?q=alpha&limit=2");
    expect(first.as<readonly Prompt[]>().map(({ name }) => name)).toEqual(["ALPHA three", "alpha two"]);
    expect(first.headers.get("vary")).toBe("accept");
    const next = await api.call("GET", nextPage(first) ?? "");
    expect(next.as<readonly Prompt[]>().map(({ name }) => name)).toEqual(["Alpha one"]);
    expect(nextPage(next)).toBeUndefined();
    expect((await api.call("GET", "/api/prompts?limit=0")).status).toBe(400);
    expect((await api.call("GET", "/api/prompts?cursor=x")).status).toBe(400);
  });

  test("is exported whole, oldest first, in the form that loads again", async () => {
    await using api = await testApi();
    for (let index = 0; index < 3; index++) await createPrompt(api, `p${index}`, "a\nb");
    const asked = { headers: { accept: "application/x-ndjson" } };
    const exported = await api.call("GET", "/api/prompts", asked);
    expect(exported.headers.get("content-type")).toBe("application/x-ndjson");
    const lines = exported.text.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as Prompt).name)).toEqual(["p0", "p1", "p2"]);
    expect((await api.call("GET", "/api/prompts?q=p", asked)).json).toMatchObject({
      code: "invalid_request",
    });

    await using other = await testApi();
    const load = () =>
      other.call("POST", "/api/prompts/bulk", {
        body: exported.text,
        headers: { "content-type": "application/x-ndjson" },
      });
    expect((await load()).text).toContain('"summary":{"created":3,');
    expect((await load()).text).toContain('"unchanged":3');
    expect((await other.call("GET", "/api/prompts", asked)).text).toBe(exported.text);
  });
});
