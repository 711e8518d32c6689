import { expect, test } from "vitest";
import { ABORTED, orAborted } from "./or-aborted.ts";

test("a wait without an abort gives what the promise gives", async () => {
  const { signal } = new AbortController();
  for (const given of [signal, undefined]) {
    expect(await orAborted(Promise.resolve(1), given)).toBe(1);
    await expect(orAborted(Promise.reject(new Error("failed")), given)).rejects.toThrow("failed");
  }
});

test("an abort ends the wait at once, also one of before, and a later failure is ignored", async () => {
  const stopping = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const waiting = orAborted(promise, stopping.signal);
  stopping.abort();
  expect(await waiting).toBe(ABORTED);
  expect(await orAborted(promise, stopping.signal)).toBe(ABORTED);
  reject(new Error("later"));
  expect(await orAborted(Promise.reject(new Error("failed")), stopping.signal)).toBe(ABORTED);
});
