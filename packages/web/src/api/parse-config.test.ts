import { expect, test } from "vitest";
import { parseConfig } from "./parse-config.ts";

test("a config is a JSON object", () => {
  expect(parseConfig('{ "model": null }').value).toEqual({ model: null });
  for (const text of ["[]", "null"]) expect(parseConfig(text).problem).toBe("The config must be a JSON object.");
  expect(parseConfig("{").problem).toMatch(/^Invalid JSON: /);
});
