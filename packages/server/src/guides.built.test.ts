import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Caller, startServer, stopServer, type RunningServer } from "./running-server.test-support.ts";

const DOCS = fileURLToPath(new URL("../../../docs", import.meta.url));

function isInstalled(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

const missing = ["curl", "jq", "tar", "bash"].filter((program) => !isInstalled(program));
if (missing.length > 0)
  console.warn(`\nSKIPPED: the guides' scripts, since ${missing.join(", ")} is absent\n`);

/** The shell blocks of a page, one after another: a script. A fence is closed by one of the same length. */
function scriptOf(page: string): string {
  return [...page.matchAll(/^(`{3,})sh\n([^]*?)^\1\n/gm)].map(([, , block]) => block).join("\n");
}

interface Outcome {
  readonly code: number;
  readonly output: string;
}

describe.runIf(missing.length === 0)("the guide, run as it is printed,", () => {
  let dir: string;
  let server: RunningServer;
  let token: string;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), "guides-"));
    server = await startServer({ DATA_DIR: join(dir, "data"), MODEL: "rehearsal", SANDBOX: "interpreter" });
    ({ token } = await Caller.signIn(server));
  });
  afterAll(async () => {
    await stopServer(server);
    await rm(dir, { recursive: true, force: true });
  });

  async function run(guide: string): Promise<Outcome> {
    return await runScript(scriptOf(await readFile(join(DOCS, `${guide}.md`), "utf8")));
  }

  async function runScript(script: string): Promise<Outcome> {
    const cwd = await mkdtemp(join(dir, "guide-"));
    const env = {
      PATH: process.env["PATH"] ?? "",
      WORKSPACE_AGENT_URL: server.base,
      WORKSPACE_AGENT_TOKEN: token,
    };
    return new Promise((resolve) => {
      execFile("bash", ["-c", script], { cwd, env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
      );
    });
  }

  test("of the README makes the file and shows the transcript", async () => {
    const readme = await readFile(join(DOCS, "../README.md"), "utf8");
    const tour = scriptOf(/^## The tour\n[^]*?(?=^## )/m.exec(readme)?.[0] ?? "");
    // The server and the token of this test, instead of those of `npm start`.
    const script = tour
      .replace("base=http://127.0.0.1:8787", "base=$WORKSPACE_AGENT_URL")
      .replace("$(npm start --silent -- tokens create tour | tail -1)", "$WORKSPACE_AGENT_TOKEN");
    expect(script).not.toMatch(/8787|npm/);
    const { code, output } = await runScript(script);
    expect(output).toMatch(/"status":"idle"/);
    expect(output).toMatch(/^Hello!$/m);
    expect(output.match(/"type":"turn\.ended"/g)).toHaveLength(1);
    expect(code).toBe(0);
  });

  test("of the concepts ends a turn and shows its file", async () => {
    const { code, output } = await run("concepts");
    expect(output).toMatch(/^end_turn\ndone$/m);
    expect(code).toBe(0);
  });

  test("of the CI job brings the result and the transcript", async () => {
    const { code, output } = await run("ci-job");
    expect(output).toMatch(/"stop_reason": "end_turn"/);
    expect(output).toMatch(/^1$/m);
    expect(output).toMatch(/project\/count\.txt \|\s+1 \+/);
    expect(code).toBe(0);
  });

  test("of the bulk load changes nothing the second time", async () => {
    const { code, output } = await run("bulk-load");
    expect(output).toMatch(/"summary":\{"created":2,"updated":0,"unchanged":0,"deleted":0,"errors":0\}/);
    expect(output).toMatch(/^true$/m);
    expect(output).toMatch(/"name":\s*"word-count"/);
    expect(output).toMatch(/^Review the change in \{\{path\}\} and list what is wrong\.$/m);
    expect(code).toBe(0);
  });

  test("of the hand-off continues, forks and keeps the work", async () => {
    const { code, output } = await run("hand-off");
    expect(output).toMatch(/"stop_reason": "end_turn"/);
    expect(output).toMatch(/"docs\/words\.txt"/);
    expect(output).toMatch(/"overlapped": false/);
    expect(output).toMatch(/^4$/m);
    expect(code).toBe(0);
  });
});
