import { describe, expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";
import { traceContextOf, traceparentOf } from "./trace-context.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const CONTEXT = { trace_id: TRACE, parent_span_id: SPAN };

describe("a traceparent header", () => {
  test.each([
    `00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-00`,
    ` 00-${TRACE}-${SPAN}-01 `,
    `cc-${TRACE}-${SPAN}-01`,
    `cc-${TRACE}-${SPAN}-01-what-comes-later`,
  ])("%s names a trace", (header) => {
    expect(traceContextOf(header)).toMatchObject(CONTEXT);
    expect(traceparentOf(header)).toMatch(new RegExp(`^00-${TRACE}-${SPAN}-0[01]$`));
  });

  test.each([
    ["is absent", null],
    ["is empty", ""],
    ["has the version that none may have", `ff-${TRACE}-${SPAN}-01`],
    ["has more than its version knows", `00-${TRACE}-${SPAN}-01-more`],
    ["has a later version and runs on without a mark", `cc-${TRACE}-${SPAN}-01.more`],
    ["names no trace", `00-${"0".repeat(32)}-${SPAN}-01`],
    ["names no span", `00-${TRACE}-${"0".repeat(16)}-01`],
    ["has capitals", `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ["is too short", `00-${TRACE.slice(1)}-${SPAN}-01`],
    ["holds something else", `00-${TRACE}-${SPAN}-01\nx`],
  ])("that %s is ignored", (_, header) => {
    expect(traceContextOf(header)).toBeNull();
    expect(traceparentOf(header)).toBeNull();
  });

  test("is in the log's line of its request, and a broken one is not", async () => {
    await using api = await testApi();
    await api.call("GET", "/healthz", { headers: { traceparent: `00-${TRACE}-${SPAN}-01` } });
    expect(api.logged.at(-1)).toMatchObject({ message: "answered", fields: CONTEXT });
    const { status } = await api.call("GET", "/healthz", { headers: { traceparent: "broken" } });
    expect(status).toBe(200);
    expect(api.logged.at(-1)?.fields).not.toHaveProperty("trace_id");
  });

  test("is in the line about a request that failed", async () => {
    const failing = { authenticate: () => Promise.reject(new Error("out of order")) };
    await using api = await testApi({ handler: failing });
    const headers = { traceparent: `00-${TRACE}-${SPAN}-01` };
    expect((await api.call("GET", "/api/workspaces", { headers })).status).toBe(500);
    expect(api.logged.find(({ level }) => level === "error")?.fields).toMatchObject(CONTEXT);
  });
});
