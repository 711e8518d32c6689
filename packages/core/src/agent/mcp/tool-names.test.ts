import { describe, expect, it } from "vitest";
import { toolNames } from "./tool-names.ts";

const named = (server: string, name: string) => toolNames([{ server, name }])[0] ?? "";

describe("the name of a server's tool", () => {
  it("is the server's and the tool's", () => {
    expect(named("docs", "get-page_2")).toBe("mcp__docs__get-page_2");
  });

  it("has only characters that providers take, and a hash that keeps different names apart", () => {
    const names = [named("docs", "get.page"), named("docs", "get/page"), named("docs", "läs")];
    for (const name of names) expect(name).toMatch(/^mcp__docs__[a-zA-Z0-9_-]+_[0-9a-f]{8}$/);
    expect(new Set(names).size).toBe(3);
  });

  it("has at most 64 characters, and differs from others with the same start", () => {
    const long = (end: string) => named("a".repeat(32), "x".repeat(100) + end);
    expect(long("1")).toHaveLength(64);
    expect(long("1")).not.toBe(long("2"));
    expect(long("1")).toBe(long("1"));
  });

  it("is not shared by two servers", () => {
    const names = toolNames([
      { server: "a", name: "b__c" },
      { server: "a__b", name: "c" },
      { server: "a", name: "d" },
    ]);
    expect(new Set(names).size).toBe(3);
    expect(names[2]).toBe("mcp__a__d");
  });
});
