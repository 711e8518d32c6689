import { describe, expect, test } from "vitest";
import { RequestBody } from "./request-body.ts";

/** A body that counts how much of it was taken. */
function upload(chunks: number, chunkSize: number, headers: Record<string, string> = {}) {
  const state = { taken: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.taken === chunks) controller.close();
        else {
          state.taken += 1;
          controller.enqueue(new Uint8Array(chunkSize).fill(state.taken));
        }
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "PUT", body, headers, duplex: "half" };
  return { state, request: new Request("http://a.test/", init) };
}

describe("a request's body", () => {
  test("is read whole, from any number of chunks", async () => {
    const { request } = upload(3, 2);
    expect([...(await new RequestBody(request).bytes(6))]).toEqual([1, 1, 2, 2, 3, 3]);
    expect(await new RequestBody(new Request("http://a.test/", { method: "POST" })).bytes(6)).toHaveLength(0);
  });

  test("tells that its connection broke", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("lost")),
    });
    const init = { method: "PUT", body: broken, duplex: "half" };
    const body = new RequestBody(new Request("http://a.test/", init));
    expect(body.isBroken).toBe(false);
    await expect(body.bytes(6)).rejects.toThrow("lost");
    expect(body.isBroken).toBe(true);
  });

  test("is refused by its announced length before a byte is read", async () => {
    const { request, state } = upload(3, 2, { "content-length": "7" });
    await expect(new RequestBody(request).bytes(6)).rejects.toThrow("payload_too_large");
    expect(() => new RequestBody(request).stream(6)).toThrow("payload_too_large");
    expect(state.taken).toBe(0);
  });

  test("is refused while it is read, soon after it passes the limit", async () => {
    const { request, state } = upload(1000, 1024);
    await expect(new RequestBody(request).bytes(10 * 1024)).rejects.toThrow("payload_too_large");
    expect(state.taken).toBeLessThan(13);
  });

  test("is streamed only as fast as it is read", async () => {
    const { request, state } = upload(1000, 1024);
    const reader = new RequestBody(request).stream(Number.MAX_SAFE_INTEGER).getReader();
    await reader.read();
    await reader.read();
    expect(state.taken).toBeLessThan(4);
  });

  test("is taken off the wire when the route left some of it", async () => {
    const { request, state } = upload(50, 1024);
    const body = new RequestBody(request);
    await expect(body.bytes(10)).rejects.toThrow();
    await body.discard();
    expect(state.taken).toBe(50);
  });

  test("that was not touched is left to the server", async () => {
    const { request, state } = upload(50, 1024);
    await new RequestBody(request).discard();
    expect(state.taken).toBe(0);
  });

  test("is refused while it is streamed, soon after it passes the limit", async () => {
    const { request, state } = upload(1000, 1024);
    const reader = new RequestBody(request).stream(3 * 1024).getReader();
    const all = async () => {
      while (!(await reader.read()).done);
    };
    await expect(all()).rejects.toThrow("payload_too_large");
    expect(state.taken).toBe(4);
  });
});

async function collect<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describe("a body that is lent", () => {
  test("is asked for at once, and then only as fast as it is read", async () => {
    const { request, state } = upload(1000, 4);
    const chunks = new RequestBody(request).lend();
    await Promise.resolve();
    expect(state.taken).toBe(1);
    expect((await chunks.next()).value).toEqual(new Uint8Array(4).fill(1));
    expect((await chunks.next()).value).toEqual(new Uint8Array(4).fill(2));
    expect(state.taken).toBeLessThan(5);
  });

  test("comes whole though the route has answered", async () => {
    const { request } = upload(20, 1);
    const body = new RequestBody(request);
    const chunks = body.lend();
    await body.discard();
    const all = await collect(chunks);
    expect(all.map(([byte]) => byte)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test("is taken off the wire when its reader ends", async () => {
    const { request, state } = upload(50, 1024);
    const chunks = new RequestBody(request).lend();
    await chunks.next();
    await chunks.return?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(state.taken).toBe(50);
  });

  test("may be none", async () => {
    const body = new RequestBody(new Request("http://a.test/", { method: "POST" }));
    expect(await collect(body.lend())).toEqual([]);
  });
});
