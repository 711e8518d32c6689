import { expect, test } from "vitest";
import { atMost } from "./at-most.ts";

test("tasks run in order, at most two at a time, also after a failure", async () => {
  const limited = atMost(2);
  const log: string[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const done = [0, 1, 2, 3].map((task) =>
    limited(
      async () =>
        await new Promise<void>((resolve, reject) => {
          log.push(`start ${task}`);
          ends.set(task, (error) => (error === undefined ? resolve() : reject(error)));
        }),
    ).catch(() => log.push(`failed ${task}`)),
  );
  const end = async (task: number, error?: Error) => {
    ends.get(task)?.(error);
    await done[task];
    await Promise.resolve();
  };
  expect(log).toEqual(["start 0", "start 1"]);
  await end(1, new Error("no"));
  expect(log).toEqual(["start 0", "start 1", "start 2", "failed 1"]);
  await end(2);
  expect(log.at(-1)).toBe("start 3");
  await end(0);
  await end(3);
  await limited(async () => await Promise.resolve(log.push("later")));
  expect(log.at(-1)).toBe("later");
});
