import { copyFile, cp, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { agentWithServer } from "./mcp-in-sandboxes.test-support.ts";

const MCP_CLIENT = fileURLToPath(new URL("../../../packages/mcp-client/", import.meta.url));

/** Copies a package and all that it needs, each beside the others. */
async function copyPackage(
  name: string,
  modules: string,
  to: string,
  done = new Set<string>(),
): Promise<void> {
  if (done.has(name)) return;
  done.add(name);
  const folder = await realpath(join(modules, name));
  await cp(folder, join(to, name), { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  let siblings = dirname(folder);
  while (basename(siblings) !== "node_modules") siblings = dirname(siblings);
  for (const needed of Object.keys(manifest.dependencies ?? {}))
    await copyPackage(needed, siblings, to, done);
}

/** The protocol's reference server, and the program that runs it. */
async function provideEverything(files: string): Promise<void> {
  const name = "@modelcontextprotocol/server-everything";
  await copyPackage(name, join(MCP_CLIENT, "node_modules"), join(files, "node_modules"));
  await copyFile(process.execPath, join(files, "node"));
}

describe("a server that runs in the sandbox", () => {
  it("gives what the reference server of the protocol gives", async (context) => {
    const command = "exec ./node node_modules/@modelcontextprotocol/server-everything/dist/index.js stdio";
    const agent = await agentWithServer("local", context, command);
    await provideEverything(agent.folder);
    expect(await agent.call("mcp__own__echo", { message: "hello" })).toBe("Echo: hello");
    expect(await agent.call("mcp__own__get-sum", { a: 1, b: 2 })).toContain("3");
    expect(await agent.call("mcp__own__get-tiny-image")).toContain("[an image: image/png");
    expect(
      JSON.parse(await agent.call("mcp__own__get-structured-content", { location: "New York" })),
    ).toMatchObject({
      conditions: expect.any(String) as string,
    });
    expect(await agent.call("mcp__own__get-env")).not.toContain(process.env["HOME"] ?? "HOME");
    const long = await agent.call("mcp__own__echo", { message: "x".repeat(60_000) });
    expect(long).toMatch(/\[the whole output is in \/tmp\/outputs\/out_\w+\.txt: read or grep it\]$/);
  });
});
