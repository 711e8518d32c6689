import { expect, test } from "vitest";
import { byteStream } from "./byte-stream.ts";

test("a stream that is cancelled while its source is read reports no error, and the source ends", async () => {
  const errors: unknown[] = [];
  const begun = Promise.withResolvers<string>();
  const next = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<string>();
  async function* chunks() {
    begun.resolve("begun");
    try {
      yield await next.promise;
    } finally {
      ended.resolve("ended");
    }
  }
  const reader = byteStream(chunks(), (error) => errors.push(error)).getReader();
  const read = reader.read();
  await begun.promise;
  const cancelled = reader.cancel();
  next.resolve("late");
  expect(await read).toEqual({ done: true, value: undefined });
  await cancelled;
  expect(await ended.promise).toBe("ended");
  expect(errors).toEqual([]);
});

test("a source that fails breaks the stream off", async () => {
  const errors: unknown[] = [];
  async function* chunks() {
    yield "one";
    throw new Error("gone");
  }
  const reader = byteStream(chunks(), (error) => errors.push(error)).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("one");
  await expect(reader.read()).rejects.toThrow("gone");
  expect(errors).toEqual([new Error("gone")]);
});
