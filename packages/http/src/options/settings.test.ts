import { expect, test } from "vitest";
import { toSettings } from "./settings.ts";

test("limits that are absent or undefined are the defaults", () => {
  const given: object = { chatBytes: 5, jsonBytes: undefined };
  expect(toSettings({ limits: given }).limits).toEqual({ ...toSettings({}).limits, chatBytes: 5 });
});
