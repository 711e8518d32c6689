import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Logger } from "@workspace-agent/core/ports";
import { fakeClock } from "@workspace-agent/core/testing";
import type { S3ObjectsOptions, SendRequest } from "./options.ts";
import { s3Objects } from "./s3-objects.ts";

const SECRETS = ["the-secret-key", "the-session-token"];
const [secretAccessKey = "", sessionToken = ""] = SECRETS;

const xml = (status: number, code: string, headers: Record<string, string> = {}) =>
  new Response(
    `<Error><Code>${code}</Code><Message>${SECRETS.join(" ")}</Message><StringToSign>${SECRETS.join()}</StringToSign></Error>`,
    { status, headers },
  );

const OBJECT = { "content-length": "3", "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT", etag: '"e"' };
const stored = () => new Response(null, { headers: OBJECT });

/** A store whose requests go through a function. */
function storeThrough(fetch: SendRequest, options: Partial<S3ObjectsOptions> = {}) {
  return s3Objects({
    endpoint: "https://s3.example.test",
    bucket: "bucket",
    region: "eu-central-1",
    accessKeyId: "id",
    secretAccessKey,
    sessionToken,
    style: "virtual-host",
    partBytes: 4,
    timeoutMs: 1_000,
    random: () => 0.5,
    fetch,
    ...options,
  });
}

/** A store whose service gives these answers one after another. */
function given(...answers: readonly (Response | Error | "never")[]) {
  const clock = fakeClock();
  const sent: { readonly request: string; readonly at: number }[] = [];
  const fetch: SendRequest = (url, { method, signal }) => {
    const { pathname, search } = new URL(url);
    const answer = answers[sent.length];
    sent.push({ request: `${method} ${pathname}${search}`, at: clock.monotonic() });
    if (answer instanceof Response) return Promise.resolve(answer);
    if (answer instanceof Error) return Promise.reject(answer);
    return new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason as Error)),
    );
  };
  const logged: unknown[] = [];
  const log = (...what: readonly unknown[]) => void logged.push(what);
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  return { store: storeThrough(fetch, { clock, logger }), clock, sent, logged };
}

/** What a call ends with. Time passes while it waits for the clock, and only then: signing takes real time. */
async function ended(clock: ReturnType<typeof fakeClock>, call: Promise<unknown>): Promise<unknown> {
  const outcomes: object[] = [];
  call.then(
    (value) => outcomes.push({ value }),
    (error: unknown) => outcomes.push({ error }),
  );
  while (outcomes.length === 0) await (clock.sleeping > 0 ? clock.advance(50) : setImmediate());
  return outcomes[0];
}

describe("a request that fails", () => {
  it("is repeated with pauses that double, up to four times", async () => {
    const { store, clock, sent } = given(
      xml(500, "InternalError"),
      new TypeError("fetch failed"),
      xml(502, "BadGateway"),
      xml(503, "SlowDown"),
      stored(),
    );
    expect(await ended(clock, store.head("a"))).toMatchObject({ value: { key: "a", size: 3 } });
    expect(sent.map(({ at }) => at)).toEqual([0, 50, 150, 350, 750]);
  });

  it("is unavailable after that", async () => {
    const { store, clock, sent } = given(...Array.from({ length: 9 }, () => xml(500, "InternalError")));
    expect(await ended(clock, store.head("a"))).toMatchObject({
      error: {
        code: "overloaded",
        detail: "The object storage is not available: it answered 500 InternalError.",
      },
    });
    expect(sent).toHaveLength(5);
  });

  it("waits as long as the service asks, and reports what is too long", async () => {
    const soon = given(
      xml(429, "TooManyRequests", { "retry-after": "3" }),
      xml(503, "SlowDown", { "retry-after": "Thu, 01 Jan 2026 00:00:10 GMT" }),
      stored(),
    );
    expect(await ended(soon.clock, soon.store.head("a"))).toMatchObject({ value: { key: "a" } });
    expect(soon.sent.map(({ at }) => at)).toEqual([0, 3_000, 10_000]);
    const late = given(xml(503, "SlowDown", { "retry-after": "120" }));
    expect(await ended(late.clock, late.store.head("a"))).toMatchObject({
      error: { code: "overloaded", retryAfter: 120 },
    });
  });

  it.each([
    [403, "AccessDenied"],
    [404, "NoSuchBucket"],
    [301, "PermanentRedirect"],
    [400, "InvalidRequest"],
  ])("is refused at once with %i", async (status, code) => {
    const { store, clock, sent } = given(xml(status, code));
    expect(await ended(clock, store.get("a"))).toMatchObject({ error: { code: "storage_refused" } });
    expect(sent).toHaveLength(1);
  });

  it("ends within the limit where the service does not answer", async () => {
    const { store, clock, sent } = given("never", "never", "never", "never", "never");
    expect(await ended(clock, store.head("a"))).toMatchObject({
      error: { code: "overloaded", detail: "The object storage does not answer." },
    });
    expect(sent).toHaveLength(5);
    expect(clock.sleeping).toBe(0);
  });

  it("is not repeated once the caller has ended it", async () => {
    const { store, clock, sent } = given("never", stored());
    const abort = new AbortController();
    const reason = new Error("enough");
    const call = store.head("a", { signal: abort.signal });
    await expect.poll(() => sent.length).toBe(1);
    abort.abort(reason);
    expect(await ended(clock, call)).toEqual({ error: reason });
    expect(sent).toHaveLength(1);
  });

  it("that begins an upload is repeated only where the service says that it did nothing", async () => {
    const body = new Uint8Array(10);
    const unknown = given(new TypeError("fetch failed"));
    expect(await ended(unknown.clock, unknown.store.put("a", body))).toMatchObject({
      error: { code: "overloaded" },
    });
    expect(unknown.sent).toHaveLength(1);
    const begun = new Response("<R><UploadId>u</UploadId></R>");
    const busy = given(
      xml(503, "SlowDown"),
      begun,
      stored(),
      stored(),
      stored(),
      new Response("<CompleteMultipartUploadResult/>"),
    );
    expect(await ended(busy.clock, busy.store.put("a", body))).toEqual({ value: { stored: true } });
    expect(busy.sent.map(({ request }) => request)).toEqual([
      "POST /a?uploads=",
      "POST /a?uploads=",
      "PUT /a?partNumber=1&uploadId=u",
      "PUT /a?partNumber=2&uploadId=u",
      "PUT /a?partNumber=3&uploadId=u",
      "POST /a?uploadId=u",
    ]);
  });
});

describe("an upload in parts", () => {
  const date = "Thu, 01 Jan 2026 00:00:00 GMT";
  const begun = () => new Response("<R><UploadId>u</UploadId></R>", { headers: { date } });
  const body = new Uint8Array(6);

  it("has failed where the service reports an error after its status", async () => {
    const { store, clock, sent } = given(
      begun(),
      stored(),
      stored(),
      xml(200, "InternalError"),
      new Response("<CompleteMultipartUploadResult/>"),
    );
    expect(await ended(clock, store.put("a", body))).toEqual({ value: { stored: true } });
    expect(sent).toHaveLength(5);
  });

  it("was completed where its answer was lost and the object is there", async () => {
    const head = new Response(null, { headers: { ...OBJECT, "content-length": "6" } });
    const answers = [begun(), stored(), stored(), new TypeError("cut"), xml(404, "NoSuchUpload")] as const;
    const there = given(...answers, head);
    expect(await ended(there.clock, there.store.put("a", body))).toEqual({ value: { stored: true } });
  });

  it.each([
    ["of another size", { ...OBJECT, "content-length": "7" }],
    ["older", { ...OBJECT, "content-length": "6", "last-modified": "Wed, 31 Dec 2025 23:00:00 GMT" }],
  ])("was not where the object is %s, and is removed", async (_, headers) => {
    const { store, clock, sent } = given(
      begun(),
      stored(),
      stored(),
      new TypeError("cut"),
      xml(404, "NoSuchUpload"),
      new Response(null, { headers }),
      new Response(null, { status: 204 }),
    );
    expect(await ended(clock, store.put("a", body))).toMatchObject({ error: { code: "overloaded" } });
    expect(sent.at(-1)?.request).toBe("DELETE /a?uploadId=u");
  });

  it("is completed beside another where the service refuses the condition of both", async () => {
    const conditional: (() => void)[] = [];
    const store = storeThrough(async (url, { method, headers }) => {
      const { searchParams } = new URL(url);
      if (method === "HEAD") return new Response(null, { status: 404 });
      if (searchParams.has("uploads")) return begun();
      if (method !== "POST" || !new Headers(headers).has("if-none-match")) return stored();
      // Both are answered when both have come.
      const answered = new Promise<void>((resolve) => conditional.push(resolve));
      if (conditional.length === 2) for (const answer of conditional) answer();
      await answered;
      return xml(501, "NotImplemented");
    });
    const puts = ["a", "b"].map((key) => store.put(key, body, { ifAbsent: true }));
    expect(await Promise.all(puts)).toEqual([{ stored: true }, { stored: true }]);
  });
});

describe("an answer", () => {
  const answered = (headers: Record<string, string>, ...chunks: readonly string[]) =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
          if (headers["x-open"] === undefined) controller.close();
        },
      }),
      { status: headers["content-range"] === undefined ? 200 : 206, headers },
    );

  it("that ends too early is an error and no short object", async () => {
    const { store } = given(answered({ "content-length": "9" }, "abc", "def"));
    const found = await store.get("a");
    await expect(new Response(found?.body).text()).rejects.toMatchObject({ code: "overloaded" });
  });

  it("whose service stops sending is an error after the limit", async () => {
    const { store, clock } = given(answered({ "content-length": "9", "x-open": "1" }, "abc"));
    const found = await store.get("a");
    expect(await ended(clock, new Response(found?.body).text())).toMatchObject({
      error: { code: "overloaded", detail: "The object storage stopped answering." },
    });
  });

  it("with more than the range gives the range, and another range is refused", async () => {
    const { store } = given(
      answered({ "content-range": "bytes 2-8/9" }, "cdeX", "YZ"),
      answered({ "content-range": "bytes 0-8/9" }, "abcdefghi"),
      answered({ "content-length": "9" }, "abcdefghi"),
    );
    const found = await store.get("a", { range: { start: 2, end: 4 } });
    expect([found?.size, await new Response(found?.body).text()]).toEqual([9, "cde"]);
    for (let round = 0; round < 2; round++)
      await expect(store.get("a", { range: { start: 2, end: 4 } })).rejects.toMatchObject({
        code: "storage_refused",
      });
  });

  it("to a removal may name objects that it did not remove", async () => {
    const result = (code: string) =>
      new Response(`<DeleteResult><Error><Code>${code}</Code></Error></DeleteResult>`);
    const { store } = given(result("AccessDenied"), result("InternalError"), result("NoSuchKey"));
    await expect(store.delete(["a"])).rejects.toMatchObject({ code: "storage_refused" });
    await expect(store.delete(["a"])).rejects.toMatchObject({ code: "overloaded" });
    await store.delete(["a"]);
  });

  it("may say that the service removes one object at a time", async () => {
    const none = () => new Response(null, { status: 204 });
    const { store, sent } = given(xml(501, "NotImplemented"), none(), none(), none());
    await store.delete(["a", "b"]);
    await store.delete(["c"]);
    expect(sent.map(({ request }) => request)).toEqual([
      "POST /?delete=",
      "DELETE /a",
      "DELETE /b",
      "DELETE /c",
    ]);
  });
});

it("a list passes over what others have put into the bucket under names that are no keys", async () => {
  const page = (isTruncated: boolean, ...keys: readonly string[]) =>
    new Response(
      `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><EncodingType>url</EncodingType>` +
        `<IsTruncated>${isTruncated}</IsTruncated>${keys
          .map(
            (key) =>
              `<Contents><Key>${key}</Key><Size>3</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
          )
          .join("")}</ListBucketResult>`,
    );
  const { store, sent } = given(page(true, "A", "B+%26+%3C%C3%84"), page(true, "a//b", "a/b"));
  expect(await store.list("")).toEqual({
    objects: [{ key: "a/b", size: 3, modifiedAt: Date.UTC(2026, 0, 1) }],
    more: true,
  });
  const after = sent.map(({ request }) =>
    new URL(request.slice(4), "http://host").searchParams.get("start-after"),
  );
  expect(after).toEqual([null, "B & <Ä"]);
});

it("no error and no log has a credential", async () => {
  const answers = [
    [xml(403, "InvalidAccessKeyId")],
    [xml(403, secretAccessKey)],
    Array.from({ length: 5 }, () => xml(500, "InternalError")),
    Array.from({ length: 5 }, () => new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })),
    [new Response("<R><UploadId>u</UploadId></R>"), xml(403, "AccessDenied"), xml(403, "AccessDenied")],
    ["never", "never", "never", "never", "never"],
  ] as const;
  for (const these of answers) {
    const { store, clock, logged } = given(...these);
    const outcome = await ended(clock, store.put("a", new Uint8Array(these.length === 3 ? 9 : 1)));
    expect(outcome).toHaveProperty("error");
    const seen = inspect([outcome, logged], { depth: 20, showHidden: true });
    expect(SECRETS.filter((secret) => seen.includes(secret))).toEqual([]);
  }
});
