import { copyFile, cp, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createAgentService,
  DomainError,
  type AgentService,
  type ModelRequest,
  type Principal,
  type SandboxProvider,
} from "@workspace-agent/core";
import { scriptedModels } from "@workspace-agent/core/testing";
import { mcpConnector } from "@workspace-agent/mcp-client";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { sqliteStore } from "@workspace-agent/store-sqlite";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe, expect, it, onTestFinished } from "vitest";

const admin: Principal = { id: "admin", tenant: "default", kind: "user", scopes: [], workspace_ids: null };

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

interface Agent {
  readonly service: AgentService;
  readonly workspaceId: string;
  readonly requests: readonly ModelRequest[];
  call(name: string, args?: object): Promise<string>;
}

/** An agent of which each turn is one call, or the reason why its sandbox cannot be had here. */
async function agentIn(
  makeSandbox: (dir: string) => SandboxProvider,
  command: string,
  provide: (files: string) => Promise<void> = () => Promise.resolve(),
): Promise<Agent | string> {
  const dir = await mkdtemp(join(tmpdir(), "agent-mcp-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let next = { name: "bash", arguments: {} };
  const models = scriptedModels(({ messages }) =>
    messages.at(-1)?.role === "user" ? { toolCalls: [next] } : { text: "Done." },
  );
  const volumes = folderVolumes({ dir: join(dir, "files") });
  const service = createAgentService({
    store: sqliteStore({ file: join(dir, "agent.db") }),
    volumes,
    sandbox: makeSandbox(dir),
    models,
    mcp: {
      connector: mcpConnector(),
      processes: { own: { command, env: { GREETING: "hello" } } },
    },
  });
  onTestFinished(() => service.stop({ graceMs: 1_000 }));
  try {
    await service.start();
  } catch (error) {
    if (DomainError.isInstance(error)) return error.detail;
    throw error;
  }
  const { checks } = await service.instance.readiness();
  if (checks.sandbox != null) return checks.sandbox;
  const { id: workspaceId } = await service.workspaces.create(admin, { name: "w" });
  const { hostPath } = await volumes.workspace(workspaceId, { maxBytes: 1_073_741_824 });
  if (hostPath !== undefined) await provide(hostPath);
  let session_id: string | undefined;
  return {
    service,
    workspaceId,
    requests: models.requests,
    async call(name, args = {}) {
      next = { name, arguments: args };
      const turn = await service.chat.send(admin, workspaceId, {
        message: "go",
        source: "api",
        on_busy: "queue",
        ...(session_id !== undefined && { session_id }),
      });
      session_id = turn.session_id;
      const { messages } = await service.chat.result(admin, workspaceId, turn, { seconds: 50 });
      return messages.findLast(({ role }) => role === "tool")?.content ?? "";
    },
  };
}

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

/** Whether a process of this host has the mark among its variables. */
async function runs(mark: string): Promise<boolean> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const variables = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/environ`, "utf8").catch(() => "")),
  );
  return variables.some((text) => text.includes(mark));
}

const local = (dir: string) => localSandbox({ dir: join(dir, "sandboxes") });

function skipped(what: string, reason: string): void {
  console.warn(`\nSKIPPED: ${what}, since ${reason}\n`);
}

describe("a server that runs in the sandbox", () => {
  it("is called there, outlives its turns, and is started again when it was killed", async ({ skip }) => {
    const agent = await agentIn(local, SERVER);
    if (typeof agent === "string") {
      skipped("an MCP server in the local sandbox", agent);
      return skip();
    }
    const first = await agent.call("mcp__own__pid");
    expect(first).toMatch(/^\d+ hello$/);
    expect(await agent.call("mcp__own__pid")).toBe(first);
    expect(await agent.call("bash", { command: "ls" })).toBe("called");
    expect(agent.requests[0]?.tools.map(({ name }) => name)).toContain("mcp__own__pid");
    expect(await agent.call("mcp__own__die")).toBe(
      'The MCP server "own": The connection ended. What it did is unknown.',
    );
    expect(await agent.call("mcp__own__pid")).toMatch(/^\d+ hello$/);
    await agent.service.workspaces.putConfig(admin, agent.workspaceId, { sandbox: { memory_mb: 512 } });
    expect(await agent.call("bash", { command: "ls" })).toBe("called");
    expect(await agent.call("mcp__own__pid")).toMatch(/^\d+ hello$/);
  });

  it("gives what the reference server of the protocol gives", async ({ skip }) => {
    const command = "exec ./node node_modules/@modelcontextprotocol/server-everything/dist/index.js stdio";
    const agent = await agentIn(local, command, provideEverything);
    if (typeof agent === "string") {
      skipped("the reference MCP server in the local sandbox", agent);
      return skip();
    }
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

  it("ends with its workspace, also while it is silent", async ({ skip }) => {
    const mark = `mark_${crypto.randomUUID()}`;
    const agent = await agentIn(
      local,
      `exec env MARK=${mark} bash -c ${JSON.stringify("while read -r line; do :; done")}`,
    );
    if (typeof agent === "string") {
      skipped("the end of an MCP server", agent);
      return skip();
    }
    // It fails with its workspace, at some moment of the removal.
    const opening = Promise.allSettled([agent.call("bash", { command: "true" })]);
    while (!(await runs(mark))) await new Promise((resolve) => setImmediate(resolve));
    await agent.service.workspaces.delete(admin, agent.workspaceId);
    expect(await runs(mark)).toBe(false);
    await opening;
  });

  it("that does not start is told of with what it wrote", async ({ skip }) => {
    const agent = await agentIn(local, "echo cannot find the database >&2; exit 3");
    if (typeof agent === "string") {
      skipped("an MCP server that does not start", agent);
      return skip();
    }
    expect(await agent.call("bash", { command: "echo on" })).toBe("on");
    expect(agent.requests[0]?.system).toMatch(
      /The MCP server "own" could not be reached, so its tools are missing: .*cannot find the database/,
    );
  });

  it("is not to be had in a sandbox whose commands take no input, and the turn goes on", async () => {
    const agent = await agentIn(() => interpreterSandbox(), SERVER);
    if (typeof agent === "string") throw new Error(agent);
    expect(await agent.call("bash", { command: "echo on" })).toBe("on");
    expect(agent.requests[0]?.system).toContain("this host's sandbox cannot run servers");
  });
});
