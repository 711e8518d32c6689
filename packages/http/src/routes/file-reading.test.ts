import { describe, expect, test } from "vitest";
import { memoryVolumes } from "@workspace-agent/core/memory";
import type { Volume } from "@workspace-agent/core/ports";
import type { VolumeProvider } from "@workspace-agent/core";
import { BASE, testApi, type TestApi } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";
import { volumesWith } from "./volumes-with.test-support.ts";

const TEXT = "0123456789";

async function aFile(api: TestApi, files = "agent/files") {
  const { id } = await api.createWorkspace("reading");
  const path = `/api/workspaces/${id}/${files}?path=a.txt`;
  const etag = (await api.call("PUT", path, { body: TEXT })).headers.get("etag") ?? "";
  const get = async (headers: Record<string, string> = {}, method = "GET") =>
    await api.call(method, path, { headers });
  return { path, etag, get };
}

describe.each(["agent/files", "agent/afs-files"])("a range of a file at %s", (files) => {
  test.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=0-99", TEXT, "bytes 0-9/10"],
  ])("%j is sent alone", async (range, text, contentRange) => {
    await using api = await testApi();
    const { etag, get } = await aFile(api, files);
    const answer = await get({ range });
    expect([answer.status, answer.text]).toEqual([206, text]);
    const { headers } = answer;
    expect(headers.get("content-range")).toBe(contentRange);
    expect(headers.get("content-length")).toBe(String(text.length));
    expect(headers.get("accept-ranges")).toBe("bytes");
    expect(headers.get("etag")).toBe(etag);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("content-security-policy")).toMatch(/^sandbox/);
  });

  test.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("%j is refused", async (range) => {
    await using api = await testApi();
    const { get } = await aFile(api, files);
    const answer = await get({ range });
    expect(answer.json).toMatchObject({ status: 416, code: "range_not_satisfiable", size: 10 });
    expect(answer.headers.get("content-range")).toBe("bytes */10");
  });
});

test("a range counts only for the version that If-Range names", async () => {
  await using api = await testApi();
  const { etag, get } = await aFile(api);
  const range = "bytes=0-1";
  const modified = new Date(api.clock.now()).toUTCString();
  const status = async (ifRange: string) => (await get({ range, "if-range": ifRange })).status;
  expect(await status(modified)).toBe(200);
  await api.clock.advance(5_000);
  expect(await status(modified)).toBe(206);
  expect(await status(etag)).toBe(206);
  for (const other of [`W/${etag}`, '"other"', new Date(api.clock.now()).toUTCString(), "x"]) {
    expect([other, await status(other)]).toEqual([other, 200]);
  }
  expect((await get({ range: "bytes=99-", "if-range": '"other"' })).status).toBe(200);
});

test("conditions are judged in their order", async () => {
  await using api = await testApi();
  const { etag, get } = await aFile(api);
  const at = (ms: number) => new Date(api.clock.now() + ms).toUTCString();
  const [before, now, after] = [at(-60_000), at(0), at(60_000)];
  await api.clock.advance(120_000);
  const cases: [Record<string, string>, number][] = [
    [{ "if-match": etag }, 200],
    [{ "if-match": '"other"' }, 412],
    [{ "if-match": `W/${etag}` }, 412],
    [{ "if-match": "*" }, 200],
    [{ "if-unmodified-since": now }, 200],
    [{ "if-unmodified-since": before }, 412],
    [{ "if-unmodified-since": "no date" }, 200],
    [{ "if-match": etag, "if-unmodified-since": before }, 200],
    [{ "if-none-match": etag }, 304],
    [{ "if-none-match": `W/${etag}` }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"other"' }, 200],
    [{ "if-modified-since": now }, 304],
    [{ "if-modified-since": after }, 304],
    [{ "if-modified-since": before }, 200],
    [{ "if-modified-since": "no date" }, 200],
    [{ "if-none-match": '"other"', "if-modified-since": now }, 200],
    [{ "if-none-match": etag, "if-modified-since": before }, 304],
    [{ "if-match": '"other"', "if-none-match": etag }, 412],
    [{ "if-none-match": etag, range: "bytes=0-1" }, 304],
    [{ "if-match": '"other"', range: "bytes=99-" }, 412],
    [{ "if-match": etag, range: "bytes=0-1" }, 206],
    [{ "if-match": "no tag" }, 400],
  ];
  for (const [headers, status] of cases) {
    expect([headers, (await get(headers)).status]).toEqual([headers, status]);
    const { range, ...rest } = headers;
    const expected = range === undefined ? status : (await get(rest)).status;
    const head = await get(headers, "HEAD");
    expect([headers, head.status, head.text]).toEqual([headers, expected, ""]);
  }
  expect((await get({ "if-none-match": etag })).headers.get("etag")).toBe(etag);
});

test("changes can depend on a time", async () => {
  await using api = await testApi();
  const { path, get } = await aFile(api);
  const now = new Date(api.clock.now()).toUTCString();
  await api.clock.advance(60_000);
  const change = async (method: string, since: string) =>
    (
      await api.call(method, path, {
        headers: { "if-unmodified-since": since },
        ...(method === "PUT" ? { body: "new" } : {}),
      })
    ).status;
  expect(await change("PUT", "Sat, 01 Jan 2000 00:00:00 GMT")).toBe(412);
  expect(await change("DELETE", "Sat, 01 Jan 2000 00:00:00 GMT")).toBe(412);
  expect(await change("PUT", now)).toBe(200);
  expect(await change("PUT", now)).toBe(412);
  expect((await get()).text).toBe("new");
  expect(await change("DELETE", new Date(api.clock.now()).toUTCString())).toBe(204);
});

/** Volumes that tell which of their methods were called. */
function watched(calls: string[]): VolumeProvider {
  const provider = memoryVolumes();
  const watch = (volume: Volume): Volume =>
    new Proxy(volume, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        calls.push(String(name));
        return value.bind(target) as unknown;
      },
    });
  return {
    ...provider,
    workspace: async (...given) => watch(await provider.workspace(...given)),
  };
}

test("HEAD opens no file, and says what GET would", async () => {
  const calls: string[] = [];
  await using api = await testApi({ service: { volumes: watched(calls) } });
  const { path, get } = await aFile(api);
  calls.length = 0;
  const head = await get({ range: "bytes=0-1" }, "HEAD");
  expect(calls).toEqual(["stat"]);
  const whole = await get();
  for (const name of [
    "content-length",
    "content-type",
    "etag",
    "last-modified",
    "accept-ranges",
    "content-disposition",
  ]) {
    expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  }
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "10"]);
  const base = path.replace("/files?path=a.txt", "");
  await api.call("POST", `${base}/dirs?path=d`);
  expect((await api.call("HEAD", `${base}/files?path=d`)).status).toBe(400);
  expect((await api.call("HEAD", `${base}/files?path=none`)).status).toBe(404);
});

test("a file that is replaced while a range of it is read is sent as one version", async () => {
  let version = 0;
  const volumes = volumesWith(async (volume, ...given) => {
    await volume.write("a.txt", new TextEncoder().encode(String(++version % 10).repeat(10 + version)));
    return await volume.read(...given);
  });
  await using api = await testApi({ service: { volumes } });
  const { get } = await aFile(api);
  const answer = await get({ range: "bytes=5-" });
  expect(answer.status).toBe(200);
  expect(new Set(answer.text).size).toBe(1);
  expect(answer.headers.get("content-length")).toBe(String(answer.text.length));
});

test("a file is closed whose reader left before the answer", async () => {
  const [opening, opened] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let isClosed = false;
  const volumes = volumesWith(async (volume, ...given) => {
    const { entry } = await volume.read(...given);
    opening.resolve(undefined);
    await opened.promise;
    return { entry, body: new ReadableStream({ cancel: () => void (isClosed = true) }) };
  });
  await using api = await testApi({ service: { volumes } });
  const { path } = await aFile(api);
  const reader = new AbortController();
  const headers = { authorization: `Bearer ${api.token}` };
  const answered = api.handler(new Request(BASE + path, { headers, signal: reader.signal }));
  await opening.promise;
  reader.abort();
  opened.resolve(undefined);
  expect((await answered).status).toBe(499);
  await until(() => isClosed);
  expect(api.logged.filter(({ level }) => level === "error")).toEqual([]);
});
