import { expect, test } from "vitest";
import { configFault } from "./config-text.ts";

test("a config is a JSON object", () => {
  expect(configFault('{ "model": null }')).toBeNull();
  expect(configFault("[]")).toBe("The config must be an object: { … }.");
  expect(configFault("null")).toBe("The config must be an object: { … }.");
  expect(configFault("{")).toMatch(/^The config is no JSON: /);
});
