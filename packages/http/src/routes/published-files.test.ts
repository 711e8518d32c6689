import { SERVICES, type AgentService, type Override } from "@workspace-agent/core";
import type { SnapshotNotice } from "@workspace-agent/core/internal";
import { describe, expect, test } from "vitest";
import { operationsOf, type OpenApiDocument } from "../openapi-document.ts";
import { testApi } from "../test-api.test-support.ts";

type Files = AgentService["files"];

const TIME = "2026-01-31T12:00:20.000Z";

/** Where set, reads of files say that these were published then. */
const world: { publishedAt: number | null } = { publishedAt: null };

const tell = (options: SnapshotNotice | undefined) => {
  if (world.publishedAt !== null) options?.onSnapshot?.(world.publishedAt);
};

const telling: Override<Files> = [
  SERVICES.files,
  {
    useFactory: (_resolve, replaced) => ({
      stat: (...given) => (tell(given[4]), replaced().stat(...given)),
      read: (...given) => (tell(given[4]), replaced().read(...given)),
      list: (...given) => (tell(given[5]), replaced().list(...given)),
      zip: (...given) => (tell(given[4]), replaced().zip(...given)),
      write: (...given) => replaced().write(...given),
      remove: (...given) => replaced().remove(...given),
      makeDirectory: (...given) => replaced().makeDirectory(...given),
      move: (...given) => replaced().move(...given),
      unpack: (...given) => replaced().unpack(...given),
    }),
  },
];

async function given() {
  world.publishedAt = null;
  const api = await testApi({
    service: { overrides: [telling as Override] },
    handler: { corsOrigins: ["https://app.test"] },
  });
  const { id } = await api.createWorkspace();
  const agent = `/api/workspaces/${id}/agent`;
  const file = `${agent}/files?path=a.txt`;
  const etag = (await api.call("PUT", file, { body: "0123456789" })).headers.get("etag") ?? "";
  return { api, agent, file, etag };
}

describe("an answer with published files", () => {
  test.each([
    ["files?path=a.txt", {}, 200],
    ["files?path=a.txt", { range: "bytes=2-4" }, 206],
    ["files?path=a.txt", { range: "bytes=10-" }, 416],
    ["files?path=a.txt", { "if-none-match": "*" }, 304],
    ["dirs", {}, 200],
    ["dirs/zip", {}, 200],
  ])("says when they were published: GET and HEAD %s, %j", async (path, headers, status) => {
    const { agent, ...made } = await given();
    await using api = made.api;
    world.publishedAt = Date.parse(TIME);
    for (const method of ["GET", "HEAD"]) {
      const answer = await api.call(method, `${agent}/${path}`, { headers });
      // HEAD has no ranges.
      if (method === "GET") expect(answer.status).toBe(status);
      expect([method, answer.headers.get("snapshot-at")]).toEqual([method, TIME]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("has the same entity tag and conditions as one with the current files, which says nothing", async () => {
    const { file, etag, ...made } = await given();
    await using api = made.api;
    const current = await api.call("GET", file);
    world.publishedAt = Date.parse(TIME);
    const published = await api.call("GET", file);
    expect([current.headers.get("snapshot-at"), published.headers.get("snapshot-at")]).toEqual([null, TIME]);
    expect([current.headers.get("etag"), published.headers.get("etag")]).toEqual([etag, etag]);
    const known = await api.call("GET", file, { headers: { "if-none-match": etag } });
    expect([known.status, known.headers.get("etag")]).toEqual([304, etag]);
  });

  test("is readable for scripts of a configured origin", async () => {
    const { file, ...made } = await given();
    await using api = made.api;
    const { headers } = await api.call("GET", file, { headers: { origin: "https://app.test" } });
    expect(headers.get("access-control-expose-headers")?.split(", ")).toContain("Snapshot-At");
  });
});

test("the condition of a write is about the current files", async () => {
  const { file, ...made } = await given();
  await using api = made.api;
  const asked: unknown[] = [];
  const { files } = api.service;
  const stat = files.stat;
  files.stat = (...given) => (asked.push(given[4]), stat(...given));
  const headers = { "if-match": "*" };
  expect((await api.call("PUT", file, { body: "new", headers })).status).toBe(200);
  expect((await api.call("DELETE", file, { headers })).status).toBe(204);
  expect(asked).toEqual([{ forWrite: true }, { forWrite: true }]);
});

test("the document has the header where files may be published ones, and nowhere else", async () => {
  await using api = await testApi();
  const document = (await api.call("GET", "/api/docs/openapi.json")).as<OpenApiDocument>();
  const found = operationsOf(document).flatMap(({ method, path, responses }) =>
    Object.entries(responses).flatMap(([status, { headers = {} }]) =>
      "Snapshot-At" in headers ? [`${method} ${path} ${status}`] : [],
    ),
  );
  const agent = "get /api/workspaces/{id}/agent";
  expect(found.toSorted()).toEqual([
    `${agent}/dirs 200`,
    `${agent}/dirs/zip 200`,
    ...["200", "206", "304"].map((status) => `${agent}/files ${status}`),
  ]);
});
