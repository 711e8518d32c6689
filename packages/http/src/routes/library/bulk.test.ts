import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../../test-api.test-support.ts";
import { createPrompt, loaded, names, NDJSON, prompt, type Loaded } from "./library.test-support.ts";

const PATH = "/api/prompts/bulk";

const loadArray = (api: TestApi, json: unknown, query = "") => api.call("POST", PATH + query, { json });

const loadLines = (api: TestApi, body: BodyInit, query = "") =>
  api.call("POST", PATH + query, { body, headers: NDJSON });

const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

const counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, errors: 0 };

/** Every kind of result at once, on a library that has `old` and `same`. */
const MIXED = [
  prompt("new"),
  prompt("old", "changed"),
  prompt("same"),
  { op: "delete", name: "gone" },
  { name: "bad", content: 1 },
  prompt("new", "again"),
];

async function withItems(): Promise<TestApi> {
  const api = await testApi();
  for (const name of ["old", "same", "gone"]) await createPrompt(api, name);
  return api;
}

const MIXED_STATUSES = ["created", "updated", "unchanged", "deleted", "error", "updated"];
const MIXED_SUMMARY = { created: 1, updated: 2, unchanged: 1, deleted: 1, errors: 1 };

describe("a load of an array", () => {
  test("answers one result for each item, in order, and a summary", async () => {
    await using api = await withItems();
    const answer = await loadArray(api, MIXED);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    const { results, summary } = answer.as<Loaded>();
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(results.map(({ status }) => status)).toEqual(MIXED_STATUSES);
    expect(results[4]).toMatchObject({
      name: "bad",
      error: { code: "invalid_request", errors: [{ pointer: "#/content" }] },
    });
    expect(summary).toEqual(MIXED_SUMMARY);
    expect(await names(api)).toEqual(["new", "same", "old"]);
  });

  test("may be empty", async () => {
    await using api = await testApi();
    expect((await loadArray(api, [])).json).toEqual({ results: [], summary: counts });
  });

  test("that is no array, no JSON or too long is refused", async () => {
    await using api = await testApi({ handler: { limits: { bulkBytes: 1000 } } });
    expect((await loadArray(api, {})).json).toMatchObject({ status: 400, errors: [{ pointer: "#" }] });
    const headers = { "content-type": "application/json" };
    expect((await api.call("POST", PATH, { body: "[1,", headers })).json).toMatchObject({ status: 400 });
    expect((await loadArray(api, ["x".repeat(1000)])).json).toMatchObject({ code: "payload_too_large" });
    expect((await loadLines(api, lines(prompt("a", "x".repeat(2000))))).status).toBe(200);
  });

  test("of another type is refused", async () => {
    await using api = await testApi();
    for (const type of ["text/csv", "application/zip", "application/x-ndjson; charset=latin1"]) {
      const answer = await api.call("POST", PATH, { body: "[]", headers: { "content-type": type } });
      expect(answer.json).toMatchObject({ status: 415, code: "unsupported_media_type" });
    }
    expect((await api.call("POST", PATH)).status).toBe(415);
  });
});

describe("a load of lines", () => {
  test("answers a line for each, then the summary", async () => {
    await using api = await withItems();
    const answer = await loadLines(api, lines(...MIXED));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    const { results, summary } = loaded(answer.text);
    expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(results.map(({ status }) => status)).toEqual(MIXED_STATUSES);
    expect(summary).toEqual(MIXED_SUMMARY);
  });

  test("tells of a bad line in its place and goes on", async () => {
    await using api = await testApi({ handler: { limits: { bulkLineBytes: 200 } } });
    const body = new Blob([
      "\ufeff",
      lines(prompt("a")),
      "{oops\r\n\r\n",
      lines(prompt("long", "x".repeat(300))),
      Uint8Array.of(0x22, 0xc3, 0x28, 0x22, 0x0a),
      JSON.stringify(prompt("b")),
    ]);
    const { results, summary } = loaded((await loadLines(api, body)).text);
    expect(results).toMatchObject([
      { index: 0, name: "a", status: "created" },
      { index: 1, name: null, error: { code: "invalid_request" } },
      { index: 2, name: null, error: { code: "payload_too_large" } },
      { index: 3, name: null, error: { code: "invalid_request" } },
      { index: 4, name: "b", status: "created" },
    ]);
    expect(summary).toEqual({ ...counts, created: 2, errors: 3 });
  });
});

describe.each([
  ["array", loadArray, (items: readonly unknown[]) => items],
  ["lines", loadLines, (items: readonly unknown[]) => lines(...items)],
] as const)("an atomic load of %s", (_, load, encode) => {
  const send = load as (api: TestApi, body: unknown, query: string) => ReturnType<typeof loadArray>;

  test("is refused with all results where one is bad, and writes nothing", async () => {
    await using api = await withItems();
    const answer = await send(api, encode(MIXED), "?atomic=true");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
    const problem = answer.as<Loaded & { code: string; request_id: string }>();
    expect(problem.code).toBe("invalid_request");
    expect(problem.results.map(({ status }) => status)).toEqual(MIXED_STATUSES);
    expect(problem.summary).toEqual(MIXED_SUMMARY);
    expect(problem.request_id).toBe(answer.headers.get("x-request-id"));
    expect(await names(api)).toEqual(["gone", "same", "old"]);
  });

  test("gives a problem that is long in pieces", async () => {
    await using api = await testApi();
    const many = Array.from({ length: 12_000 }, (_, index) => prompt(`${"n".repeat(90)}${index}`));
    const answer = await send(api, encode([...many, 1]), "?atomic=true");
    const { results, summary } = answer.as<Loaded>();
    expect([answer.status, results.length, summary.errors]).toEqual([400, 12_001, 1]);
    expect(await names(api)).toEqual([]);
  });
});

describe("a load that is tried out", () => {
  test("tells what would happen and writes nothing", async () => {
    await using api = await withItems();
    const array = (await loadArray(api, MIXED, "?dry_run=true")).as<Loaded>();
    expect(array.results.map(({ status }) => status)).toEqual(MIXED_STATUSES);
    const told = loaded((await loadLines(api, lines(...MIXED), "?dry_run=true")).text);
    expect(told.summary).toEqual(array.summary);
    expect((await loadArray(api, MIXED, "?dry_run=true&atomic=true")).status).toBe(400);
    expect(await names(api)).toEqual(["gone", "same", "old"]);
  });
});

test("templates are loaded as prompts are", async () => {
  await using api = await testApi();
  const template = { name: "node", files: [{ path: "a.txt", content: "hello" }] };
  const load = () =>
    api.call("POST", "/api/templates/bulk", { json: [template, { op: "delete", name: "no" }] });
  expect((await load()).as<Loaded>().summary).toEqual({ ...counts, created: 1, unchanged: 1 });
  expect((await load()).as<Loaded>().summary).toEqual({ ...counts, unchanged: 2 });
});
