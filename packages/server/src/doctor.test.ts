import { expect, test } from "vitest";
import { examined } from "./doctor.test-support.ts";

test("the doctor says that the interpreter has nothing to test", async () => {
  const { text, open } = await examined({ SANDBOX: "interpreter" });
  expect(text).toMatch(/nothing to test/);
  expect(open).toEqual([]);
});
