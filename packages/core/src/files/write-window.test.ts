import { expect, test } from "vitest";
import { WriteWindow } from "./write-window.ts";

test("so many writes run beside each other, and no more", async () => {
  const window = new WriteWindow(3);
  const ends: (() => void)[] = [];
  let started = 0;
  const all = (async () => {
    for (let index = 0; index < 5; index++) {
      started++;
      await window.add(new Promise<void>((resolve) => ends.push(resolve)));
    }
    await window.done();
  })();
  await new Promise(setImmediate);
  expect(started).toBe(3);
  ends[1]?.();
  await new Promise(setImmediate);
  expect(started).toBe(4);
  for (let index = 0; index < 5; index++) {
    ends[index]?.();
    await new Promise(setImmediate);
  }
  await all;
  expect(started).toBe(5);
});

test("the first failure is thrown on, and the others are waited for", async () => {
  const window = new WriteWindow(2);
  const failure = new Error("the disk broke");
  let isDone = false;
  const slow = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    isDone = true;
  });
  await window.add(slow);
  await expect(window.add(Promise.reject(failure))).rejects.toBe(failure);
  await window.settled();
  expect(isDone).toBe(true);
  await expect(window.done()).rejects.toBe(failure);
});
