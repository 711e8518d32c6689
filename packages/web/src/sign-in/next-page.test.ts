import { expect, test } from "vitest";
import { nextPage } from "./next-page.ts";

const root = { origin: "https://a.example", basePath: "" };
const mounted = { origin: "https://a.example", basePath: "/agents" };

test("a screen is opened with its path and search", () => {
  expect(nextPage("/workspaces/ws_1/files?path=a%2Fb", root)).toEqual({
    screen: "/workspaces/ws_1/files?path=a%2Fb",
  });
});

test("the base path is removed from the path of a screen", () => {
  expect(nextPage("/agents/integration/tokens", mounted)).toEqual({ screen: "/integration/tokens" });
  expect(nextPage("/integration/tokens", mounted)).toEqual({ screen: "/integration/tokens" });
});

test("a page outside of the interface is an address", () => {
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
])("%s leads to the home page", (next) => {
  expect(nextPage(next, root)).toEqual({ screen: "/workspaces" });
});
