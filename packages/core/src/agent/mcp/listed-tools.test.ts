import { describe, expect, it } from "vitest";
import { listedTools, MAX_SCHEMA, MAX_TOOLS } from "./listed-tools.ts";
import { aTool } from "./mcp.test-support.ts";

const none = { duplicates: 0, too_many: 0, too_large: 0 };
const named = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);
const schemaOf = (characters: number) => ({ parameters: { type: "object", title: "x".repeat(characters) } });

describe("what is kept of a list", () => {
  it("is all of an ordinary one", () => {
    const tools = [aTool("one"), aTool("two")];
    expect(listedTools(tools)).toEqual({ tools, leftOut: none });
  });

  it("has each name once, and of those that share one the first", () => {
    const tools = [aTool("echo", { description: "first" }), aTool("echo", { description: "second" })];
    expect(listedTools(tools)).toEqual({ tools: [tools[0]], leftOut: { ...none, duplicates: 1 } });
  });

  it("has so many tools and no more", () => {
    const tools = Array.from({ length: MAX_TOOLS + 3 }, (_, index) => aTool(`t${index}`));
    const { tools: kept, leftOut } = listedTools(tools);
    expect(kept).toHaveLength(MAX_TOOLS);
    expect(leftOut).toEqual({ ...none, too_many: 3 });
  });

  it("has no schema that is too large, and not too much of all of them together", () => {
    const large = listedTools([aTool("large", schemaOf(MAX_SCHEMA)), aTool("small")]);
    expect([named(large.tools), large.leftOut.too_large]).toEqual([["small"], 1]);
    const many = Array.from({ length: 40 }, (_, index) => aTool(`t${index}`, schemaOf(20_000)));
    const { tools, leftOut } = listedTools(many);
    expect([tools.length, leftOut.too_large]).toEqual([26, 14]);
  });

  it("has no schema that is too deep to be read", () => {
    let deep: object = { type: "string" };
    for (let level = 0; level < 20_000; level++) deep = { items: deep };
    const { tools, leftOut } = listedTools([
      aTool("deep", { parameters: { type: "object", properties: { deep } } }),
      aTool("flat"),
    ]);
    expect([named(tools), leftOut.too_large]).toEqual([["flat"], 1]);
  });

  it("has no description of a length that nobody reads", () => {
    const [tool] = listedTools([aTool("echo", { description: "d".repeat(1_000_000) })]).tools;
    expect(tool?.description).toHaveLength(16_384);
  });
});
