import { describe, expect, test } from "vitest";
import { checkTarget, pathBelow, readTarget } from "./target.ts";

const request = (url: string, headers: Record<string, string> = {}) => new Request(url, { headers });

describe("the target of a request", () => {
  test("is the raw one of the server, which a framework cannot have changed", () => {
    const target = readTarget(request("http://a.test/x?path=a%2Fb"), {
      req: { url: "/x?path=a/b", originalUrl: "/agents/x?path=a/b" },
    });
    expect(target).toEqual({ path: "/agents/x", query: "path=a/b", host: "a.test" });
  });

  test("is the request's own where the server tells nothing", () => {
    expect(readTarget(request("http://A.test:8080/x?a=1"), {})).toEqual({
      path: "/x",
      query: "a=1",
      host: "a.test:8080",
    });
  });

  test("in absolute form names the host itself", () => {
    const target = readTarget(request("http://a.test/x", { host: "a.test" }), {
      req: { url: "http://b.test/x?y" },
    });
    expect(target).toEqual({ path: "/x", query: "y", host: "b.test" });
  });

  test.each(["a b", "a/b", "a@b", "evil.test/healthz?", "[::1", ""])("refuses the host %o", (host) => {
    const target = readTarget(request("http://ok.test/x", { host }), { req: { url: "/x" } });
    expect(() => checkTarget(target)).toThrow("misdirected_host");
  });

  test.each(["/x?path=ü", "/x?path=a b", "/x\u0001", "/x?path=a#b"])("refuses raw %o", (url) => {
    const target = readTarget(request("http://a.test/"), { req: { url } });
    expect(() => checkTarget(target)).toThrow("path_not_encoded");
  });
});

describe("the path below the prefix", () => {
  test("is cut at a whole segment", () => {
    expect(pathBelow("/agents", "/agents/api/workspaces")).toBe("/api/workspaces");
    expect(pathBelow("", "/api/workspaces")).toBe("/api/workspaces");
    expect(pathBelow("/agents", "/agents-evil/api")).toBeNull();
    expect(pathBelow("/agents", "/agents")).toBeNull();
  });

  test.each([
    "/api/../service-tokens",
    "/api/%2e%2E/x",
    "/api/./x",
    "/api//x",
    "/api\\x",
    "/api/x/",
    "/..",
    "*",
    "",
  ])("%o is no path of a route", (path) => {
    expect(pathBelow("", path)).toBeNull();
  });

  test("keeps dots that are part of a name", () => {
    expect(pathBelow("", "/api/docs/openapi.json")).toBe("/api/docs/openapi.json");
    expect(pathBelow("", "/api/..x")).toBe("/api/..x");
  });
});
