import { describe, expect, test } from "vitest";
import { exactLength } from "./exact-length.ts";
import { jsonArray } from "./json-array.ts";

const text = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

async function* batches(...lists: string[][]): AsyncGenerator<string[], void> {
  yield* lists;
}

describe("a streamed array", () => {
  test("is one JSON array, however its elements come", async () => {
    const unexpected = () => expect.unreachable();
    expect(await text(jsonArray(batches(), unexpected))).toBe("[]");
    expect(await text(jsonArray(batches([], []), unexpected))).toBe("[]");
    expect(await text(jsonArray(batches(["1"], [], ["2", "3"]), unexpected))).toBe("[1,2,3]");
  });

  test("that fails is broken off, so that a part is never taken for the whole", async () => {
    async function* failing() {
      yield ["1"];
      throw new Error("broken");
    }
    const errors: unknown[] = [];
    await expect(text(jsonArray(failing(), (error) => errors.push(error)))).rejects.toThrow();
    expect(errors).toHaveLength(1);
  });

  test("lets its source go when the reader leaves", async () => {
    let returned = false;
    async function* endless() {
      try {
        for (;;) yield ["1"];
      } finally {
        returned = true;
      }
    }
    const reader = jsonArray(endless(), () => expect.unreachable()).getReader();
    await reader.read();
    await reader.cancel();
    expect(returned).toBe(true);
  });
});

describe("a body of a promised length", () => {
  const chunks = (...parts: string[]) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
  const unexpected = () => expect.unreachable();

  test("passes through", async () => {
    expect(await text(exactLength(chunks("ab", "cd"), 4, unexpected))).toBe("abcd");
    expect(await text(exactLength(chunks(), 0, unexpected))).toBe("");
  });

  test("is cut where the promise ends", async () => {
    expect(await text(exactLength(chunks("ab", "cdHTTP/1.1"), 4, unexpected))).toBe("abcd");
    expect(await text(exactLength(chunks("more"), 0, unexpected))).toBe("");
  });

  test("that comes short is broken off", async () => {
    const errors: unknown[] = [];
    await expect(text(exactLength(chunks("ab"), 4, (error) => errors.push(error)))).rejects.toThrow();
    expect(errors).toHaveLength(1);
  });

  test("lets its source go when the reader leaves, also before it has read", async () => {
    for (const reads of [0, 1]) {
      let isClosed = false;
      const source = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(2)),
        cancel: () => void (isClosed = true),
      });
      const reader = exactLength(source, 4, unexpected).getReader();
      for (let read = 0; read < reads; read++) await reader.read();
      await reader.cancel();
      expect([reads, isClosed]).toEqual([reads, true]);
    }
  });
});
