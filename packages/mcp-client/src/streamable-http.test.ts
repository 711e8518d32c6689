import type { McpConnection, McpResult } from "@workspace-agent/core/ports";
import { describe, expect, it, onTestFinished } from "vitest";
import { stableAddress, startEverything } from "./everything-server.test-support.ts";
import { mcpConnector } from "./mcp-connector.ts";

const never = new AbortController().signal;

async function connect(url: string, onToolsChanged: () => void = () => {}): Promise<McpConnection> {
  const connection = await mcpConnector({ allowPrivate: true }).connect(
    { type: "http", url, headers: {} },
    { signal: never, onToolsChanged },
  );
  onTestFinished(() => connection.close());
  return connection;
}

const call = (
  connection: McpConnection,
  name: string,
  args: Record<string, unknown> = {},
  signal: AbortSignal = never,
): Promise<McpResult> => connection.callTool(name, args, { signal, onProgress: () => {} });

describe("the reference server over Streamable HTTP", () => {
  const open = async () => connect(`http://127.0.0.1:${(await startEverything()).port}/mcp`);

  it("lists its tools with their schemas, and says what it is for", async () => {
    const connection = await open();
    const tools = await connection.listTools({ signal: never });
    const echo = tools.find(({ name }) => name === "echo");
    expect(echo).toMatchObject({
      description: "Echoes back the input string",
      isReadOnly: true,
      parameters: { type: "object", required: ["message"] },
    });
    expect(tools.length).toBeGreaterThan(10);
    expect(connection.instructions).toContain("Everything");
  });

  it("gives each kind of result", async () => {
    const connection = await open();
    expect(await call(connection, "echo", { message: "hello" })).toEqual({
      content: [{ type: "text", text: "Echo: hello" }],
      isError: false,
    });
    const image = await call(connection, "get-tiny-image");
    expect(image.content).toContainEqual(expect.objectContaining({ type: "image", media_type: "image/png" }));
    const structured = await call(connection, "get-structured-content", { location: "New York" });
    expect(structured.structured).toMatchObject({ temperature: expect.any(Number) as number });
    const links = await call(connection, "get-resource-links", { count: 2 });
    expect(JSON.stringify(links.content)).toContain("[link to the resource");
    const reference = await call(connection, "get-resource-reference", {
      resourceType: "Text",
      resourceId: 1,
    });
    expect(JSON.stringify(reference.content)).toMatch(/\[resource demo:[^]*text\/plain/);
    const blob = await call(connection, "get-resource-reference", { resourceType: "Blob", resourceId: 1 });
    expect(JSON.stringify(blob.content)).toContain("bytes, which cannot be shown]");
  });

  it("tells what is wrong with a call as its result, or as an error", async () => {
    const connection = await open();
    const wrong = await call(connection, "get-sum", { a: "x" });
    expect(wrong).toMatchObject({ isError: true });
    const unknown = await call(connection, "nothing");
    expect(JSON.stringify(unknown)).toContain("nothing");
    expect(unknown.isError).toBe(true);
  });

  it("tells of progress, and stops a call that is given up", async () => {
    const connection = await open();
    let progress = 0;
    await connection.callTool(
      "trigger-long-running-operation",
      { duration: 0.3, steps: 3 },
      { signal: never, onProgress: () => (progress += 1) },
    );
    expect(progress).toBeGreaterThanOrEqual(2);
    const giveUp = new AbortController();
    const calling = connection.callTool(
      "trigger-long-running-operation",
      { duration: 60, steps: 600 },
      { signal: giveUp.signal, onProgress: () => giveUp.abort() },
    );
    await expect(calling).rejects.toMatchObject({ name: "McpError" });
    expect(await call(connection, "echo", { message: "still here" })).toMatchObject({ isError: false });
  });

  it("is lost when it is killed during a call, and reached again by a new connection", async () => {
    const server = await startEverything();
    const address = await stableAddress(server);
    const direct = await connect(`http://127.0.0.1:${server.port}/mcp`);
    const connection = await connect(address.url);
    const calling = connection.callTool(
      "trigger-long-running-operation",
      { duration: 60, steps: 600 },
      { signal: never, onProgress: () => void server.kill() },
    );
    await expect(calling).rejects.toMatchObject({ name: "McpError", kind: "lost" });
    await expect(call(direct, "echo", { message: "x" })).rejects.toMatchObject({ kind: "not_run" });
    address.leadTo(await startEverything());
    await expect(call(connection, "echo", { message: "x" })).rejects.toMatchObject({ kind: "not_run" });
    expect(await call(await connect(address.url), "echo", { message: "back" })).toMatchObject({
      content: [{ text: "Echo: back" }],
    });
  });

  it("is informed when the session is over", async () => {
    const connection = await open();
    await connection.close();
    await connection.closed;
    await expect(call(connection, "echo", { message: "x" })).rejects.toMatchObject({ name: "McpError" });
  });
});
