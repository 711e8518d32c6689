import { expect, test } from "vitest";
import { cronWords } from "./cron-words.ts";

test.each([
  ["0 4 * * *", "At 04:00"],
  ["*/10 * * * *", "Every 10 minutes"],
  ["30 9 * * MON-FRI", "At 09:30, Monday through Friday"],
  ["x y z a b", null],
  ["60 * * * *", null],
  ["0 0 4 * * *", null],
  ["@daily", null],
])("%s is %s", (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});
