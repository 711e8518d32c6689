import { expect, test } from "vitest";
import { nextPage } from "./next-page.ts";

const root = { origin: "https://a.example", basePath: "" };
const mounted = { origin: "https://a.example", basePath: "/agents" };

test("a screen is gone to as it was asked for", () => {
  expect(nextPage("/workspaces/ws_1/files?path=a%2Fb", root)).toEqual({
    screen: "/workspaces/ws_1/files?path=a%2Fb",
  });
});

test("the prefix of the mount is no part of a screen's path", () => {
  expect(nextPage("/agents/integration/tokens", mounted)).toEqual({ screen: "/integration/tokens" });
  expect(nextPage("/integration/tokens", mounted)).toEqual({ screen: "/integration/tokens" });
});

test("a page of the instance is an address", () => {
  expect(nextPage("/agents/api/docs", mounted)).toEqual({ address: "/agents/api/docs" });
});

test.each([
  undefined,
  "",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "/sign-in?next=%2F",
])("%s leads home", (next) => {
  expect(nextPage(next, root)).toEqual({ screen: "/workspaces" });
});
