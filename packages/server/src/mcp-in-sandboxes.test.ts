import { describe, expect, it } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";
import { agentWithServer } from "./mcp-in-sandboxes.test-support.ts";
import { aMarker, processesWith } from "../../sandbox-process/src/testing/host.ts";

/** A server in a few lines of a shell, since a sandbox has no other program for sure: one tool says its number, one kills it. */
const SERVER = String.raw`
say() { printf '%s\n' "$1"; }
while IFS= read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\("[^"]*"\|[0-9]*\).*/\1/p')
  case "$line" in
    *'"method":"initialize"'*) say '{"jsonrpc":"2.0","id":'"$id"',"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}}' ;;
    *'"method":"tools/list"'*) say '{"jsonrpc":"2.0","id":'"$id"',"result":{"tools":[{"name":"pid","description":"Says its number.","inputSchema":{"type":"object"}},{"name":"die","inputSchema":{"type":"object"}}]}}' ;;
    *'"name":"die"'*) kill -9 $$ ;;
    *'"method":"tools/call"'*) touch /workspace/called; say '{"jsonrpc":"2.0","id":'"$id"',"result":{"content":[{"type":"text","text":"'"$$ $GREETING"'"}]}}' ;;
    *'"id":'*) say '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32601,"message":"Method not found"}}' ;;
  esac
done
`;

describe("a server that runs in the sandbox", () => {
  it("is called there, outlives its turns, and is started again when it was killed", async (context) => {
    const agent = await agentWithServer("local", context, SERVER);
    const first = await agent.call("mcp__own__pid");
    expect(first).toMatch(/^\d+ hello$/);
    expect(await agent.call("mcp__own__pid")).toBe(first);
    expect(await agent.call("bash", { command: "ls" })).toBe("called");
    expect(agent.requests[0]?.tools.map(({ name }) => name)).toContain("mcp__own__pid");
    expect(await agent.call("mcp__own__die")).toBe(
      'The MCP server "own": The connection ended. What it did is unknown.',
    );
    expect(await agent.call("mcp__own__pid")).toMatch(/^\d+ hello$/);
    await agent.service.workspaces.putConfig(ADMINISTRATOR, agent.workspaceId, {
      sandbox: { memory_mb: 512 },
    });
    expect(await agent.call("bash", { command: "ls" })).toBe("called");
    expect(await agent.call("mcp__own__pid")).toMatch(/^\d+ hello$/);
  });

  it("ends with its workspace, also while it is silent", async (context) => {
    const mark = aMarker();
    const silent = `exec env MARK=${mark} bash -c ${JSON.stringify("while read -r line; do :; done")}`;
    const agent = await agentWithServer("local", context, silent);
    // It fails with its workspace, at some moment of the removal.
    const opening = Promise.allSettled([agent.call("bash", { command: "true" })]);
    await expect.poll(() => processesWith(mark)).not.toEqual([]);
    await agent.service.workspaces.delete(ADMINISTRATOR, agent.workspaceId);
    expect(await processesWith(mark)).toEqual([]);
    await opening;
  });

  it("that does not start is reported with its output", async (context) => {
    const agent = await agentWithServer("local", context, "echo cannot find the database >&2; exit 3");
    expect(await agent.call("bash", { command: "echo on" })).toBe("on");
    expect(agent.requests[0]?.system).toMatch(
      /The MCP server "own" could not be reached, so its tools are missing: .*cannot find the database/,
    );
  });

  it("is not to be had in a sandbox whose commands take no input, and the turn goes on", async (context) => {
    const agent = await agentWithServer("interpreter", context, SERVER);
    expect(await agent.call("bash", { command: "echo on" })).toBe("on");
    expect(agent.requests[0]?.system).toContain("this host's sandbox cannot run servers");
  });
});
