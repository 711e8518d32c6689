import { describe, expect, test } from "vitest";
import { readCookie, writeCookie } from "./cookie.ts";
import { checkHost } from "./host-check.ts";
import { bearerToken } from "./identify.ts";
import { checkOrigin } from "./origin-check.ts";

describe("the host", () => {
  const hosts = new Set(["agents.example.com", "other.test:8443"]);

  test.each([
    "localhost",
    "localhost:8787",
    "x.localhost",
    "127.0.0.1:1",
    "127.9.9.9",
    "[::1]:8787",
    "agents.example.com",
    "agents.example.com:443",
    "other.test:8443",
  ])("%s is answered", (host) => {
    expect(() => checkHost(host, hosts)).not.toThrow();
  });

  test.each([
    "evil.test",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "other.test",
    "xagents.example.com",
    "0.0.0.0",
    "[::2]",
  ])("%s is not", (host) => {
    expect(() => checkHost(host, hosts)).toThrow("misdirected_host");
    expect(() => checkHost(host, "any")).not.toThrow();
  });
});

describe("the origin of a change with a cookie", () => {
  test("is the public one or the host that was asked", () => {
    expect(() =>
      checkOrigin("https://agents.example.com", "10.0.0.1:8787", "https://agents.example.com"),
    ).not.toThrow();
    expect(() => checkOrigin("http://127.0.0.1:8787", "127.0.0.1:8787", null)).not.toThrow();
    expect(() => checkOrigin("https://app.test", "app.test", null)).not.toThrow();
  });

  test.each([
    null,
    "null",
    "https://evil.test",
    "http://127.0.0.1:9999",
    "http://127.0.0.1:8787.evil.test",
    "file://",
    "http://x@127.0.0.1:8787",
  ])("is not %s", (origin) => {
    expect(() => checkOrigin(origin, "127.0.0.1:8787", "https://agents.example.com")).toThrow(
      "forbidden_origin",
    );
  });
});

describe("a cookie", () => {
  test("is found among others", () => {
    expect(readCookie("a=1; wa_session=abc; b=2")).toBe("abc");
    expect(readCookie("xwa_session=abc")).toBeNull();
    expect(readCookie("wa_session=")).toBeNull();
    expect(readCookie(null)).toBeNull();
  });

  test("is out of reach of scripts, other sites and other paths", () => {
    expect(writeCookie("abc", 60, { prefix: "/agents", secure: true })).toBe(
      "wa_session=abc; Path=/agents; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
    );
    expect(writeCookie("", 0, { prefix: "", secure: false })).toBe(
      "wa_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    );
  });
});

test("a bearer token is distinguished from other schemes", () => {
  expect(bearerToken("Bearer abc")).toBe("abc");
  expect(bearerToken("bearer  abc ")).toBe("abc");
  for (const header of [null, "", "Basic abc", "Bearer", "Bearer a b"])
    expect(bearerToken(header)).toBeNull();
});
