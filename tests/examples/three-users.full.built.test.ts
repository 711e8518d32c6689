import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Caller,
  startServer,
  stopServer,
  type RunningServer,
} from "../../packages/server/src/running-server.test-support.ts";
import { missing, PATH, runScript } from "./scripts.test-support.ts";

const ROOT = join(import.meta.dirname, "../..");
const EXAMPLES = join(ROOT, "examples");

if (missing.length > 0)
  console.warn(`\nSKIPPED: the examples' scripts, since ${missing.join(", ")} is absent\n`);

describe.runIf(missing.length === 0)("the example", () => {
  let dir: string;
  let server: RunningServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "three-users-"));
    server = await startServer({ DATA_DIR: join(dir, "data"), MODEL: "rehearsal", SANDBOX: "interpreter" });
    const { token } = await Caller.signIn(server);
    env = { PATH, HOME: dir, WORKSPACE_AGENT_URL: server.base, WORKSPACE_AGENT_TOKEN: token };
  });
  afterAll(async () => {
    await stopServer(server);
    await rm(dir, { recursive: true, force: true });
  });

  async function run(program: string, args: readonly string[], own: Record<string, string> = {}) {
    const { code, out, errors } = await runScript(program, args, { cwd: dir, env: { ...env, ...own } });
    return { code, out, all: out + errors };
  }

  test("of a CI job downloads the result, the transcript and a patch", async () => {
    const folder = join(dir, "sources");
    await mkdir(folder);
    await writeFile(join(folder, "a.txt"), "one\ntwo\n");
    const task = join(EXAMPLES, "ci-job", "task.md");
    const script = join(EXAMPLES, "ci-job", "ci-job.sh");
    const { code, all } = await run(script, [folder, task, join(dir, "out")], { CI_RUN_ID: "7" });
    expect(all).toMatch(/completed: end_turn/);
    expect(code).toBe(0);
    expect(await readFile(join(dir, "out", "changes.diff"), "utf8")).toMatch(/^\+\s*2$/m);
    expect(await readFile(join(dir, "out", "transcript.md"), "utf8")).toMatch(/rehearsal/);
    expect(all).not.toContain(env["WORKSPACE_AGENT_TOKEN"]);
  });

  test("of curl runs a first task", async () => {
    const { code, out } = await run(join(EXAMPLES, "curl", "first-task.sh"), ["by-curl"]);
    expect(out).toMatch(/"reason": "end_turn"[^]*\nses_\w+ idle List the files/);
    expect(code).toBe(0);
  });

  test("of a workflow does the same with the command, and a second time too", async () => {
    const workflow = await readFile(join(EXAMPLES, "ci-job", "workflow.yml"), "utf8");
    const steps = [...workflow.matchAll(/^ +run: \|\n((?: {10}.*\n)+)/gm)].map(([, step = ""]) =>
      step.replace(/^ {10}/gm, ""),
    );
    expect(steps).toHaveLength(4);
    const bin = join(dir, "bin");
    await mkdir(bin);
    const main = join(ROOT, "packages", "cli", "dist", "main.js");
    await writeFile(join(bin, "workspace-agent"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
    await chmod(join(bin, "workspace-agent"), 0o755);
    const named = /^ +RUN: (.+)$/m.exec(workflow)?.[1] ?? "";
    for (const attempt of ["1", "2"]) {
      const RUN = named.replace("${{ github.run_id }}", "8").replace("${{ github.run_attempt }}", attempt);
      const project = join(dir, `checkout-${attempt}`);
      await mkdir(project);
      await cp(join(EXAMPLES, "ci-job", "task.md"), join(project, "task.md"));
      await writeFile(join(project, "a.txt"), "one\ntwo\n");
      const script = `set -e\ncd "${project}"\n${steps.join("\n")}`;
      const { code, all } = await run("sh", ["-c", script], {
        ...{ RUN, RUNNER_TEMP: dir, PATH: `${bin}${delimiter}${PATH}` },
      });
      expect(all).toContain(`deleted ci-${RUN}`);
      expect(JSON.parse(await readFile(join(project, "result.json"), "utf8"))).toMatchObject({
        stop_reason: "end_turn",
        exit_code: 0,
      });
      expect(await readFile(join(project, "changes.diff"), "utf8")).toMatch(/^\+\s*2$/m);
      expect(code).toBe(0);
    }
  });

  test("of a load changes nothing the second time, whether from lines or from a table", async () => {
    const script = join(EXAMPLES, "bulk-load", "load.sh");
    const one = await run(script, []);
    expect(one.out.split("\n").slice(0, 3).join(" ")).toMatch(/"created":2.*"created":1.*"created":1/);
    const two = await run(script, []);
    expect(two).toMatchObject({ code: 0 });
    expect(two.out).not.toMatch(/"(created|updated)":[1-9]/);
    const main = join(ROOT, "packages", "cli", "dist", "main.js");
    const table = join(EXAMPLES, "bulk-load", "prompts.csv");
    const { out } = await run(process.execPath, [main, "load", table, "--json"]);
    expect(JSON.parse(out)).toMatchObject({ created: 0, updated: 0, unchanged: 2, errors: 0 });
  });

  test("of a hand-off starts, waits, continues and stops", async () => {
    const handOff = async (...args: string[]) => await run(join(EXAMPLES, "handoff", "hand-off.sh"), args);
    const started = await handOff("start", "handed-over", join(EXAMPLES, "handoff", "task.md"));
    expect(started.out).toMatch(/^ws_\w+\/ses_\w+\n$/);
    const handle = started.out.trim();
    expect((await handOff("wait", handle)).out).toBe("idle\n");
    expect((await handOff("result", handle)).out).toMatch(/rehearsal/);
    await handOff("say", handle, "```sh\nsleep 300\n```");
    expect((await handOff("stop", handle)).out).toBe("interrupted\n");
    await handOff("wait", handle);
    expect((await handOff("check", handle)).out).toMatch(/"stop_reason": "interrupted"/);
    expect((await handOff("nothing", handle)).code).toBe(2);
  });

  test("of a hand-off by MCP starts, waits and reads the result", async () => {
    const handOff = async (...args: string[]) =>
      await run(process.execPath, [join(EXAMPLES, "handoff", "hand-off-mcp.mjs"), ...args]);
    const started = await handOff("start", "by-mcp", join(EXAMPLES, "handoff", "task.md"));
    expect(started.all).toMatch(/^ws_\w+ ses_\w+\ncompleted: end_turn\n[^]*rehearsal/);
    expect(started.code).toBe(0);
    const [workspace = "", session = ""] = started.out.split("\n")[0]?.split(" ") ?? [];
    expect((await handOff("get", workspace, session)).out).toBe(started.out);
    const refused = await handOff("get", "ws_none", session);
    expect([refused.code, refused.all]).toEqual([1, expect.stringContaining('"code":"not_found"')]);
    expect((await handOff("get", workspace)).code).toBe(2);
  });

  test("of a local agent's config reaches the server", async () => {
    const config = await readFile(join(EXAMPLES, "handoff", "mcp.json"), "utf8");
    const filled = config.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => env[name] ?? "");
    const { mcpServers } = JSON.parse(filled) as {
      mcpServers: Record<string, { type: string; url: string; headers: Record<string, string> }>;
    };
    const entry = mcpServers["workspace-agent"];
    expect(entry?.type).toBe("http");
    const answer = await fetch(entry?.url ?? "", {
      method: "POST",
      headers: {
        ...entry?.headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect(((await answer.json()) as { result: { tools: unknown[] } }).result.tools).toHaveLength(15);
  });
});
