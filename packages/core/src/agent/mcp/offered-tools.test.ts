import { describe, expect, it } from "vitest";
import { redactor } from "../../redaction/redact.ts";
import { aTool } from "./mcp.test-support.ts";
import { OfferedTools } from "./offered-tools.ts";

const redact = redactor({ TOKEN: "canary-token" });
const offered = (...tools: ReturnType<typeof aTool>[]) => new OfferedTools().of(tools, 1, redact);
const withProperties = (properties: object) => aTool("echo", { parameters: { type: "object", properties } });

describe("a tool as it is offered", () => {
  it("has texts without secrets and escapes, and a description that is not long", () => {
    const [tool] = offered({
      ...withProperties({ text: { type: "string", description: "\u001b[1mcanary-token" } }),
      description: `canary-token ${"x".repeat(5_000)}`,
    });
    expect(tool?.schema).toEqual({
      type: "object",
      properties: { text: { type: "string", description: "[secret TOKEN]" } },
    });
    expect(tool?.description).toMatch(/^\[secret TOKEN\] x{4000,} \[…\]$/);
  });

  it("is none whose name, or a name in its schema, is a secret or cannot be told", () => {
    expect(offered(aTool("canary-token"))).toEqual([]);
    expect(offered(withProperties({ "canary-token": { type: "string" } }))).toEqual([]);
    expect(offered(withProperties({ a: { items: { "x\u001b[31m": true } } }))).toEqual([]);
    expect(offered(withProperties({ fine: { type: "string" } }))).toHaveLength(1);
  });
});

it("tools are made once for a list and a version of the config", () => {
  const tools = new OfferedTools();
  const list = [aTool("echo")];
  const first = tools.of(list, 1, redact);
  expect(tools.of(list, 1, redact)).toBe(first);
  const other = tools.of(list, 2, redactor({ OTHER: "Does echo" }));
  expect(other[0]?.description).toBe("[secret OTHER].");
});
