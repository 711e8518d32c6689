import { describe, expect, it } from "vitest";
import { Redaction } from "../../redaction/redact.ts";
import { aTool } from "./mcp.test-support.ts";
import { offeredTools } from "./offered-tools.ts";

const redact = new Redaction().redactor({ TOKEN: "canary-token" });
const offered = (...tools: ReturnType<typeof aTool>[]) => offeredTools(tools, redact);
const withProperties = (properties: object) => aTool("echo", { parameters: { type: "object", properties } });

describe("a tool as it is offered", () => {
  it("has no secrets and escapes in its texts, and a shortened description", () => {
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

  it("is not offered when its name or a name in its schema contains a secret or an escape", () => {
    expect(offered(aTool("canary-token"))).toEqual([]);
    expect(offered(withProperties({ "canary-token": { type: "string" } }))).toEqual([]);
    expect(offered(withProperties({ a: { items: { "x\u001b[31m": true } } }))).toEqual([]);
    expect(offered(withProperties({ fine: { type: "string" } }))).toHaveLength(1);
  });
});
