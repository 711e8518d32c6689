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
});
