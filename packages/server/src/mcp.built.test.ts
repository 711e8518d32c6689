import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Message } from "@workspace-agent/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { newWorkspace, serversOn } from "./main.test-support.ts";
import { Caller } from "./running-server.test-support.ts";
import { scriptedOpenAi } from "./scripted-openai.test-support.ts";

/** The program of the protocol's reference server. */
async function everything(): Promise<string> {
  const require = createRequire(new URL("../../../packages/mcp-client/package.json", import.meta.url));
  const manifest = require.resolve("@modelcontextprotocol/server-everything/package.json");
  const { bin } = JSON.parse(await readFile(manifest, "utf8")) as { bin: Record<string, string> };
  return join(dirname(manifest), bin["mcp-server-everything"] ?? "");
}

/** Says on which port the program listens: the program itself names the one that it was given, which is 0. */
const TELL_PORT = `import { Server } from "node:net";
const { listen } = Server.prototype;
Server.prototype.listen = function (...given) {
  this.once("listening", () => console.error("port " + this.address().port));
  return listen.apply(this, given);
};`;

/** The reference server on this host's loopback; gives its address. */
async function startEverything(): Promise<string> {
  const preload = `data:text/javascript,${encodeURIComponent(TELL_PORT)}`;
  const child = spawn(process.execPath, ["--import", preload, await everything(), "streamableHttp"], {
    env: { PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const found = /^port (\d+)$/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    void exited.then(() => reject(new Error("The reference server ended.")));
  });
  return `http://127.0.0.1:${port}/mcp`;
}

describe("an MCP server in the own network of the host", () => {
  /** The result of the one call of a turn, and the agent's final message. */
  async function callIt(env: Readonly<Record<string, string>>) {
    const url = await startEverything();
    const model = await scriptedOpenAi(1, () => ({
      name: "mcp__reference__echo",
      arguments: { message: "hello over REST" },
    }));
    const { start } = await serversOn({ SANDBOX: "interpreter", ...model.settings, ...env });
    const caller = await Caller.signIn(await start());
    const id = await newWorkspace(caller);
    await caller.send("PUT", `/api/workspaces/${id}/config`, { mcp_servers: { reference: { url } } });
    return caller.send<{ status: string; final_message: string; messages: Message[] }>(
      "POST",
      `/api/workspaces/${id}/chat`,
      { mode: "sync", message: "Say hello." },
    );
  }
  const resultOf = (messages: readonly Message[]) =>
    messages.findLast(({ role }) => role === "tool")?.parts[0];

  it("is called by a turn over REST where the operator has named its host", async () => {
    const { status, messages, final_message } = await callIt({
      MCP_PRIVATE_HOSTS: "tools.internal, 127.0.0.1",
    });
    expect(status).toBe("completed");
    expect(resultOf(messages)).toMatchObject({
      type: "tool_result",
      name: "mcp__reference__echo",
      output: "Echo: hello over REST",
      is_error: false,
    });
    expect(final_message).toBe("All is done.");
  });

  it("is out of reach where it is not named", async () => {
    const { messages } = await callIt({ MCP_PRIVATE_HOSTS: "tools.internal" });
    const result = resultOf(messages);
    expect(result).toMatchObject({ type: "tool_result", is_error: true });
    expect(JSON.stringify(result)).not.toContain("Echo:");
  });
});
