import { SCOPES } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { admin, testMcp } from "./test-mcp.test-support.ts";
import { TOOLS } from "./tools/index.ts";

const request = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

describe.each(["legacy", "auto"] as const)("a client that connects in the way %s", (mode) => {
  test("receives the purpose of the server, and lists everything", async () => {
    await using mcp = await testMcp();
    const client = await mcp.connect(mode);
    expect(client.getInstructions()).toMatch(/start_task/);
    expect(Object.keys(client.getServerCapabilities() ?? {}).sort()).toEqual([
      "prompts",
      "resources",
      "tools",
    ]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  });

  test("gets one body of JSON where nothing is held, and a stream where an answer may be", async () => {
    await using mcp = await testMcp();
    const client = await mcp.connect(mode);
    await client.listTools();
    expect(mcp.answered.filter((type) => type !== null)).not.toContain("text/event-stream");
    await client.callTool({ name: "get_task", arguments: { workspace_id: "ws_1", session_id: "ses_1" } });
    expect(mcp.answered.at(-1)).toBe("text/event-stream");
  });
});

describe("the server", () => {
  test("shows what the principal has the scopes for", async () => {
    await using mcp = await testMcp({ principal: { scopes: ["files:read", "chat"] } });
    const client = await mcp.connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "start_task",
      "answer_request",
      "interrupt_task",
      "create_schedule",
      "list_schedules",
      "delete_schedule",
      "list_snapshots",
      "rewind_session",
      "list_files",
      "read_file",
    ]);
    expect(Object.keys(client.getServerCapabilities() ?? {})).toEqual(["tools"]);
  });

  test("takes answers to approvals of who has the scope approve, and shows the tool to who has it or chat", async () => {
    for (const [scope, listed, said] of [
      ["approve", true, "not_found"],
      ["chat", true, "not_found"],
      ["files:read", false, "insufficient_scope"],
    ] as const) {
      await using mcp = await testMcp({ principal: { scopes: [scope] } });
      const client = await mcp.connect();
      const { tools } = await client.listTools();
      expect(tools.some(({ name }) => name === "answer_request")).toBe(listed);
      const workspace_id = await mcp.createWorkspace();
      const answer = { workspace_id, session_id: "ses_1", request_id: "req_1", decision: "allow" };
      const { content } = await client.callTool({ name: "answer_request", arguments: answer });
      expect(JSON.stringify(content)).toContain(said);
    }
  });

  test("shows nothing of the library to who is bound to workspaces", async () => {
    await using mcp = await testMcp({ principal: { workspace_ids: ["ws_1"] } });
    const client = await mcp.connect();
    expect(Object.keys(client.getServerCapabilities() ?? {})).toEqual(["tools"]);
  });

  test("has an error of the protocol for what it does not know", async () => {
    await using mcp = await testMcp();
    const client = await mcp.connect();
    await expect(client.callTool({ name: "exec", arguments: {} })).rejects.toMatchObject({ code: -32602 });
    const unknown = await mcp.post(request("nothing/like-it"));
    expect(await unknown.json()).toMatchObject({ error: { code: -32601 } });
  });

  test("answers what is no message in the protocol's own way", async () => {
    await using mcp = await testMcp();
    const broken = await mcp.post("{");
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { code: -32700 } }]);
    expect((await mcp.post(request("ping"), { "content-type": "text/plain" })).status).toBe(415);
    const notification = await mcp.post(
      JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    );
    expect(notification.status).toBe(202);
  });

  test("takes no batches: nothing of them is done", async () => {
    await using mcp = await testMcp();
    const call = JSON.parse(
      request("tools/call", { name: "create_workspace", arguments: { name: "x" } }),
    ) as object;
    for (const batch of [[call, call], [call], []]) {
      const refused = await mcp.post(JSON.stringify(batch));
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { id: null, error: { code: -32600 } },
      ]);
    }
    expect((await mcp.service.workspaces.list(admin, {})).items).toEqual([]);
  });

  test("keeps nothing between requests: a call needs no greeting before it", async () => {
    await using mcp = await testMcp();
    const listed = await mcp.post(request("tools/list"));
    expect(await listed.json()).toMatchObject({
      result: { tools: [{ name: "create_workspace" }, ...TOOLS.slice(1).map(() => ({}))] },
    });
  });
});

describe("each tool", () => {
  test("has schemas that say what each argument is, and hints", async () => {
    await using mcp = await testMcp();
    const client = await mcp.connect();
    const { tools } = await client.listTools();
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect([inputSchema.type, inputSchema["additionalProperties"], outputSchema?.type], name).toEqual([
        "object",
        false,
        "object",
      ]);
      expect(inputSchema["$schema"]).toBeUndefined();
      expect(title?.length, name).toBeGreaterThan(5);
      expect(description?.length, name).toBeGreaterThan(80);
      expect([typeof annotations?.readOnlyHint, annotations?.title], name).toEqual(["boolean", title]);
    }
    // Each conversation of a model begins with them.
    expect(JSON.stringify(tools.map(({ outputSchema: _, ...tool }) => tool)).length).toBeLessThan(26_000);
  });

  test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    "%s is refused without its scope, and with what is none of its arguments",
    async (name, { access }) => {
      await using mcp = await testMcp({
        principal: { scopes: SCOPES.filter((each) => ![access].flat().includes(each)) },
      });
      const client = await mcp.connect();
      const refused = await client.callTool({ name, arguments: { workspace_id: "ws_1" } });
      expect(refused).toMatchObject({ isError: true });
      expect(JSON.stringify(refused.content)).toContain(`insufficient_scope`);
      expect(JSON.stringify(refused.content)).toContain([access].flat().join(", "));
      await using open = await testMcp();
      const wrong = await (await open.connect()).callTool({ name, arguments: { nonsense: 1 } });
      expect(JSON.stringify(wrong.content)).toContain("#/nonsense");
    },
  );
});
