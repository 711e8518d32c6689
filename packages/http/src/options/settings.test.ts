import { expect, test } from "vitest";
import { toSettings } from "./settings.ts";

test("limits that are absent or undefined are the defaults", () => {
  const given: object = { chatBytes: 5, jsonBytes: undefined };
  expect(toSettings({ limits: given }).limits).toEqual({ ...toSettings({}).limits, chatBytes: 5 });
});

test("origins are compared as browsers send them, and what has none is refused", () => {
  const corsOrigins = ["HTTPS://App.test:443/page", "http://localhost:3000", "chrome-extension://abc/"];
  expect([...toSettings({ corsOrigins }).corsOrigins]).toEqual([
    "https://app.test",
    "http://localhost:3000",
    "chrome-extension://abc",
  ]);
  for (const url of ["localhost:3000", "file:///page.html", "app.test"]) {
    expect(() => toSettings({ corsOrigins: [url] }), url).toThrow(TypeError);
    expect(() => toSettings({ publicUrl: url }), url).toThrow(TypeError);
  }
});
