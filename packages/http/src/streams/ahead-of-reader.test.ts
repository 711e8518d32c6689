import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import { aheadOfReader, type AheadOptions } from "./ahead-of-reader.ts";

const options = (given: Partial<AheadOptions> = {}): AheadOptions => ({
  clock: fakeClock(),
  allowance: 10,
  pauseMs: 100,
  most: 40,
  onError: () => expect.unreachable(),
  ...given,
});

/** Texts of five bytes; it counts the requested ones and whether it was cancelled. */
function source(count: number) {
  const state = { asked: 0, ended: false };
  async function* texts() {
    try {
      while (state.asked < count) {
        state.asked += 1;
        yield await Promise.resolve("12345");
      }
    } finally {
      state.ended = true;
    }
  }
  return { state, texts: texts() };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a stream ahead of its reader", () => {
  test("gives everything, in order", async () => {
    async function* texts() {
      yield await Promise.resolve("a");
      yield "b\n";
      yield "c";
    }
    expect(await new Response(aheadOfReader(texts(), options())).text()).toBe("ab\nc");
  });

  test("asks its source freely until the allowance is used, then slowly, though nobody reads", async () => {
    const clock = fakeClock();
    const { state, texts } = source(6);
    const stream = aheadOfReader(texts, options({ clock }));
    await settle();
    expect(state.asked).toBe(3);
    await clock.advance(99);
    expect(state.asked).toBe(3);
    await clock.advance(1);
    expect(state.asked).toBe(4);
    await clock.advance(200);
    expect([state.asked, state.ended]).toEqual([6, false]);
    await clock.advance(100);
    expect(state.ended).toBe(true);
    expect(await new Response(stream).text()).toHaveLength(30);
  });

  test("goes on as soon as enough was read", async () => {
    const { state, texts } = source(100);
    const reader = aheadOfReader(texts, options()).getReader();
    await settle();
    for (let index = 0; index < 3; index++) await reader.read();
    await settle();
    expect(state.asked).toBeGreaterThan(4);
    await reader.cancel();
  });

  test("is broken off where the most is waiting", async () => {
    const clock = fakeClock();
    const errors: unknown[] = [];
    const { state, texts } = source(1000);
    const stream = aheadOfReader(texts, options({ clock, onError: (error) => errors.push(error) }));
    for (let index = 0; index < 20; index++) await clock.advance(100);
    expect(state).toEqual({ asked: 9, ended: true });
    expect(errors).toHaveLength(1);
    await expect(new Response(stream).text()).rejects.toThrow();
  });

  test("breaks off where its source fails", async () => {
    const errors: unknown[] = [];
    async function* failing() {
      yield await Promise.resolve("a");
      throw new Error("broken");
    }
    const stream = aheadOfReader(failing(), options({ onError: (error) => errors.push(error) }));
    await expect(new Response(stream).text()).rejects.toThrow();
    expect(errors).toHaveLength(1);
  });

  test("lets its source go when the reader leaves, also while it waits for it", async () => {
    const { state, texts } = source(100);
    const stream = aheadOfReader(texts, options());
    await settle();
    await stream.cancel();
    await settle();
    expect(state).toEqual({ asked: 3, ended: true });
  });
});
