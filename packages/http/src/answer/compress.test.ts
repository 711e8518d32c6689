import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { BASE, testApi, type TestApi } from "../test-api.test-support.ts";

const ASKED = { "accept-encoding": "br, gzip" };
const DOCUMENT = "/api/docs/openapi.json";

/** What comes over the wire. */
async function get(api: TestApi, path: string, headers: Readonly<Record<string, string>>, method = "GET") {
  const credential = "cookie" in headers ? {} : { authorization: `Bearer ${api.token}` };
  const answer = await api.handler(
    new Request(BASE + path, { method, headers: { ...credential, ...headers } }),
  );
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe("an answer of JSON or text", () => {
  test("is compressed for who asks for it, and has the length and the content that it says", async () => {
    await using api = await testApi();
    const plain = await get(api, DOCUMENT, {});
    const coded = await get(api, DOCUMENT, ASKED);
    expect(coded.headers.get("content-encoding")).toBe("gzip");
    expect(coded.headers.get("content-length")).toBe(String(coded.bytes.length));
    expect(gunzipSync(coded.bytes).equals(plain.bytes)).toBe(true);
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 5);
    for (const { headers } of [plain, coded]) expect(headers.get("vary")).toBe("accept-encoding");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.headers.get("content-length")).toBe(String(plain.bytes.length));
  });

  test("has the same headers for HEAD", async () => {
    await using api = await testApi();
    const [head, whole] = [await get(api, DOCUMENT, ASKED, "HEAD"), await get(api, DOCUMENT, ASKED)];
    expect(head.bytes).toHaveLength(0);
    for (const name of ["content-encoding", "content-length", "content-type", "vary"])
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
  });

  test("is compressed as it is streamed", async () => {
    await using api = await testApi({ script: () => ({ text: "word ".repeat(1_000) }) });
    const { id } = await api.createWorkspace();
    const chat = await api.chat(id);
    const path = `/api/workspaces/${id}/messages?session_id=${chat.as().session_id}`;
    const [plain, coded] = [await get(api, path, {}), await get(api, path, ASKED)];
    expect(coded.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(coded.bytes).equals(plain.bytes)).toBe(true);
  });

  test("is plain where it is short", async () => {
    await using api = await testApi();
    const { headers } = await get(api, "/api/workspaces", ASKED);
    expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([null, null]);
  });

  test("is plain where an entity tag names its bytes, or ranges of it can be asked for", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const file = `/api/workspaces/${id}/agent/files?path=a.txt`;
    await api.call("PUT", file, { body: "word ".repeat(1_000) });
    const read = await get(api, file, ASKED);
    expect(read.bytes.length).toBe(5_000);
    expect(read.headers.get("content-encoding")).toBeNull();
    const part = await get(api, file, { ...ASKED, range: "bytes=0-1999" });
    expect([part.status, part.bytes.length, part.headers.get("content-encoding")]).toEqual([
      206,
      2_000,
      null,
    ]);
    const prompt = { name: "long", content: "word ".repeat(1_000) };
    await api.call("POST", "/api/prompts", { json: prompt });
    const item = await get(api, "/api/prompts/long", ASKED);
    expect(item.headers.get("etag")).toMatch(/^"[^-]+"$/);
    expect([item.status, item.headers.get("content-encoding")]).toEqual([200, null]);
  });

  test("is plain where it is a stream of events", async () => {
    await using api = await testApi({ script: () => ({ text: "word ".repeat(1_000) }) });
    const { id } = await api.createWorkspace();
    const chat = await api.chat(id);
    const path = `/api/workspaces/${id}/sessions/${chat.as().session_id}/events?follow=false`;
    const { headers } = await get(api, path, { ...ASKED, accept: "text/event-stream" });
    expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(headers.get("content-encoding")).toBeNull();
  });
});

test("with a token that a page brings it is compressed for other sites too", async () => {
  await using api = await testApi();
  const { headers } = await get(api, DOCUMENT, { ...ASKED, "sec-fetch-site": "cross-site" });
  expect(headers.get("content-encoding")).toBe("gzip");
});

test("with a person's cookie only the service's own pages get it compressed, so that its length tells other sites nothing", async () => {
  await using api = await testApi();
  const { cookie } = api;
  const codingFor = async (site: Readonly<Record<string, string>>) =>
    (await get(api, DOCUMENT, { ...ASKED, cookie, ...site })).headers.get("content-encoding");
  expect(await codingFor({ "sec-fetch-site": "same-origin" })).toBe("gzip");
  for (const site of ["cross-site", "same-site", "none"])
    expect(await codingFor({ "sec-fetch-site": site })).toBeNull();
  expect(await codingFor({})).toBeNull();
});
