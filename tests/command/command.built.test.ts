import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  Caller,
  startServer,
  stopServer,
  type RunningServer,
} from "../../packages/server/src/running-server.test-support.ts";
import { startCommand, type CommandOptions } from "./run-command.test-support.ts";

let dir: string;
let server: RunningServer;
let caller: Caller;
let env: Record<string, string>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "command-"));
  server = await startServer({ DATA_DIR: join(dir, "data"), MODEL: "rehearsal", SANDBOX: "interpreter" });
  caller = await Caller.signIn(server);
  env = {
    HOME: dir,
    XDG_CONFIG_HOME: join(dir, "config"),
    WORKSPACE_AGENT_URL: server.base,
    WORKSPACE_AGENT_TOKEN: caller.token,
  };
});
afterAll(async () => {
  await stopServer(server);
  await rm(dir, { recursive: true, force: true });
});

const start = (args: readonly string[], options: Partial<CommandOptions> = {}) =>
  startCommand(args, { env, cwd: dir, ...options });
const run = async (args: readonly string[], options: Partial<CommandOptions> = {}) =>
  await start(args, options).ended;

const sh = (command: string) => `Please:\n\`\`\`sh\n${command}\n\`\`\``;

describe("login", () => {
  test("stores a checked token that only its owner can read, and the commands use it", async () => {
    const own = { HOME: dir, XDG_CONFIG_HOME: join(dir, "own") };
    const signedIn = await run(["login", server.base], { env: own, input: `${caller.token}\n` });
    expect(signedIn.code).toBe(0);
    expect(signedIn.out + signedIn.notes).not.toContain(caller.token);
    const { mode } = await stat(join(dir, "own", "workspace-agent", "sign-in.json"));
    expect(mode & 0o777).toBe(0o600);
    expect((await run(["workspaces"], { env: own })).code).toBe(0);
    const otherAddress = await run(["workspaces"], {
      env: { ...own, WORKSPACE_AGENT_URL: "http://127.0.0.1:9" },
    });
    expect(otherAddress).toMatchObject({ code: 4, out: "" });
    expect(otherAddress.notes).toMatch(/There is no token for http:\/\/127\.0\.0\.1:9/);
  });

  test("refuses a token that the instance does not know, and stores nothing", async () => {
    const own = { HOME: dir, XDG_CONFIG_HOME: join(dir, "none") };
    const refused = await run(["login", server.base], { env: own, input: "wat_wrong" });
    expect(refused.code).toBe(4);
    expect(refused.notes).toMatch(/invalid_token/);
    expect(refused.notes).not.toContain("wat_wrong");
    await expect(stat(join(dir, "none"))).rejects.toThrow();
  });
});

describe("profiles", () => {
  test("are stored by login and removed by logout", async () => {
    const own = { HOME: dir, XDG_CONFIG_HOME: join(dir, "profiles") };
    const login = ["login", server.base, "--profile", "work", "--json"];
    const signedIn = await run(login, { env: own, input: `${caller.token}\n` });
    expect(JSON.parse(signedIn.out)).toMatchObject({ url: server.base, profile: "work" });
    expect(signedIn.out + signedIn.notes).not.toContain(caller.token);
    expect((await run(["whoami", "--profile", "work"], { env: own })).code).toBe(0);
    expect((await run(["logout"], { env: own })).notes).toContain(`Signed out of ${server.base}`);
  });
});

describe("config set --secret", () => {
  test("reads the value from standard input, and nothing shows it", async () => {
    await run(["workspaces", "create", "secrets"]);
    const set = ["config", "set", "--secret", "KEY", "-w", "secrets"];
    const { code, out, notes } = await run([...set, "--json"], { input: "s3cret-value\n" });
    expect([code, `${out}${notes}`.includes("s3cret-value")]).toEqual([0, false]);
    expect((await run(["config", "get", "env.KEY.secret", "-w", "secrets"])).out).toBe("true\n");
    expect((await run(set, { input: "" })).code).toBe(2);
  });
});

describe("run --batch", () => {
  test("writes a line for each item of standard input", async () => {
    const input = ["a", "b"].map((key) => `${JSON.stringify({ key, message: "Say so." })}\n`).join("");
    const { code, out, notes } = await run(["run", "--batch", "-"], { input });
    expect(notes).toMatch(/completed · 2 succeeded/);
    expect(out.trim().split("\n")).toHaveLength(2);
    expect(code).toBe(0);
  });

  test("exits when a line is wrong, although its input stays open", async () => {
    const { code, notes } = await run(["run", "--batch", "-"], { input: "5\n", staysOpen: true });
    expect(notes).toContain("Line 1 is not a JSON object.");
    expect(code).toBe(2);
  });
});

describe("run", () => {
  test("creates a workspace, uploads files, prints the answer and downloads the result", async () => {
    await mkdir(join(dir, "in", "deep"), { recursive: true });
    await writeFile(join(dir, "in", "deep", "a.txt"), "one\ntwo\n");
    const task = sh("wc -l < in/deep/a.txt > count.txt && cat count.txt");
    const { code, out, notes } = await run([
      "run",
      task,
      "--workspace",
      "first",
      "--new",
      "--file",
      "in",
      "--get",
      "count.txt:got/count.txt",
    ]);
    expect(notes).toMatch(/● \$ /);
    expect(notes).toMatch(/end_turn · 2 steps · 1 tool calls/);
    expect(out).toMatch(/rehearsal/);
    expect(code).toBe(0);
    expect((await readFile(join(dir, "got", "count.txt"), "utf8")).trim()).toBe("2");
  });

  test("writes one object with --json, and the same key is the same turn", async () => {
    const args = ["run", "-", "-w", "first", "--json", "--key", "same"];
    const one = await run(args, { input: "Say so." });
    const two = await run(args, { input: "Say so." });
    expect(JSON.parse(one.out)).toMatchObject({ stop_reason: "end_turn", exit_code: 0, stats: { steps: 1 } });
    expect(JSON.parse(two.out)).toEqual(JSON.parse(one.out));
  });

  test("notes metadata on the turn, whether it waits for it or not", async () => {
    const noted = ["-m", "commit=ab12", "--metadata", "url=https://ci.test/?a=b", "-m", "empty="];
    const waited = await run(["run", "Say so.", "-w", "first", "--json", ...noted]);
    const detached = await run(["run", "Say so.", "-w", "first", "--json", "--detach", ...noted]);
    for (const { out, code } of [waited, detached]) {
      expect(code).toBe(0);
      const { workspace_id, session_id, turn_id } = JSON.parse(out) as Record<string, string>;
      const path = `/api/workspaces/${workspace_id}/sessions/${session_id}/turns/${turn_id}`;
      const { metadata } = await caller.get<{ metadata: unknown }>(path);
      expect(metadata).toEqual({ commit: "ab12", url: "https://ci.test/?a=b", empty: "" });
    }
    expect((await run(["run", "Say so.", "-w", "first", "-m", "=x"])).code).toBe(2);
  });

  test("has the exit code of a failed download, in its object too", async () => {
    const { code, out, notes } = await run(["run", "Say so.", "-w", "first", "--get", "none", "--json"]);
    expect(notes).toMatch(/^none: not_found/m);
    expect(JSON.parse(out)).toMatchObject({ stop_reason: "end_turn", exit_code: 1 });
    expect(code).toBe(1);
  });

  test("lets no text control the terminal", async () => {
    const hostile = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eabc\r";
    const { out, notes } = await run(["run", sh(`printf '%s' "${hostile}"`), "-w", "first"]);
    // eslint-disable-next-line no-control-regex
    expect(out + notes).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(notes).toMatch(/abc/);
  });

  test("interrupts the turn on the first signal", async () => {
    const running = start(["run", sh("sleep 300"), "-w", "first"]);
    await running.noted("● $ sleep");
    running.process.kill("SIGINT");
    const { code, notes } = await running.ended;
    expect(notes).toMatch(/^interrupted ·/m);
    expect(code).toBe(130);
  });

  test("starts a task without waiting, and tail has its end and its exit code", async () => {
    const { out, code } = await run(["run", sh("echo later > later.txt"), "-w", "first", "--detach"]);
    expect(code).toBe(0);
    const session = out.trim();
    const tail = await run(["tail", session, "-w", "first"]);
    expect(tail).toMatchObject({ code: 0 });
    expect(tail.notes).toMatch(/● \$ /);
    const listed = await run(["sessions", "-w", "first", "--json"]);
    expect(listed.out.split("\n")[0]).toContain(session);
    const saved = await run(["sessions", "export", session, "saved.ndjson", "-w", "first"]);
    expect(saved).toMatchObject({ code: 0, notes: "saved saved.ndjson\n" });
    const exported = await readFile(join(dir, "saved.ndjson"), "utf8");
    expect(JSON.parse(exported.split("\n")[0] ?? "")).toMatchObject({
      type: "session",
      session: { id: session },
    });
    expect((await run(["sessions", "export", session, "-w", "first"])).out).toBe(exported);
    expect((await run(["sessions", "export", "ses_none", "none.ndjson", "-w", "first"])).code).toBe(1);
  });
});

describe("files", () => {
  test("are sent, listed and fetched", async () => {
    await writeFile(join(dir, "ä b.txt"), "text\n");
    expect((await run(["files", "put", "ä b.txt", "docs/ä b.txt", "-w", "first"])).code).toBe(0);
    expect((await run(["files", "ls", "docs", "-w", "first"])).out).toMatch(
      /^file\s+5\s+\S+\s+docs\/ä b\.txt$/m,
    );
    expect((await run(["files", "get", "docs/ä b.txt", "-", "-w", "first"])).out).toBe("text\n");
    expect((await run(["files", "get", "docs", "copy", "-w", "first"])).code).toBe(0);
    expect(await readFile(join(dir, "copy", "ä b.txt"), "utf8")).toBe("text\n");
    expect((await run(["files", "get", "none", "-w", "first"])).code).toBe(1);
    expect((await run(["files", "zip", "docs", "docs.zip", "-w", "first"])).code).toBe(0);
    expect((await readFile(join(dir, "docs.zip"))).subarray(0, 2).toString()).toBe("PK");
  });
});

describe("load", () => {
  test("loads a table, prints each refused item, and changes nothing the second time", async () => {
    const rows = Array.from({ length: 450 }, (_, index) => `p${index},"Say ""${index}"", {{who}}.",x`);
    await writeFile(join(dir, "prompts.csv"), `name,content,label:team\n${rows.join("\n")}\n`);
    const one = await run(["load", "prompts.csv"]);
    expect(one).toMatchObject({
      code: 0,
      out: "450 created, 0 updated, 0 unchanged, 0 deleted, 0 refused\n",
    });
    const two = await run(["load", "prompts.csv", "--json"]);
    expect(JSON.parse(two.out)).toMatchObject({ created: 0, unchanged: 450 });
    await writeFile(join(dir, "bad.ndjson"), '{"name":"ok","content":"x"}\n\n{"name":"p1"}\n');
    const bad = await run(["load", "bad.ndjson"]);
    expect(bad).toMatchObject({ code: 1, out: "1 created, 0 updated, 0 unchanged, 0 deleted, 1 refused\n" });
    expect(bad.notes).toMatch(/^ {2}2 p1: invalid_request/m);
  });

  test("sends skills with their files", async () => {
    const skill = join(dir, "skills", "count-words");
    await mkdir(join(skill, "scripts"), { recursive: true });
    await writeFile(
      join(skill, "SKILL.md"),
      "---\nname: count-words\ndescription: Counts words.\n---\nRun it.\n",
    );
    await writeFile(join(skill, "scripts", "run.sh"), "wc -w\n", { mode: 0o755 });
    expect((await run(["skills", "push", "skills"])).out).toBe(
      "1 created, 0 updated, 0 unchanged, 0 refused\n",
    );
    expect((await run(["skills", "push", "skills/count-words"])).out).toMatch(
      /^0 created, 0 updated, 1 unchanged/,
    );
    expect((await run(["skills", "push", "in"])).code).toBe(2);
  });
});

describe("the command", () => {
  test("says that it needs a newer Node, and does nothing", async () => {
    const on = async (version: string) => {
      const versions = `{ value: { ...process.versions, node: "${version}" } }`;
      const pretend = `Object.defineProperty(process, "versions", ${versions})`;
      const options = `--import=data:text/javascript,${encodeURIComponent(pretend)}`;
      return await run(["workspaces"], { env: { ...env, NODE_OPTIONS: options } });
    };
    const [old, oldest] = [await on("20.19.5"), await on("22.18.0")];
    expect(old).toMatchObject({ code: 2, out: "" });
    expect(old.notes).toMatch(/^workspace-agent: Node 20\.19\.5 is too old\. .*22\.18 or newer/);
    expect(oldest).toMatchObject({ code: 0, notes: "" });
  });

  test("prints where tokens are created", async () => {
    expect((await run(["token", "--no-open"])).out).toBe(`${server.base}/integration/tokens\n`);
  });

  test("has different exit codes for wrong usage, no connection, a bad token and an unknown workspace", async () => {
    expect((await run(["run", "x"])).code).toBe(2);
    expect((await run(["nothing"])).code).toBe(2);
    const gone = await run(["workspaces"], { env: { ...env, WORKSPACE_AGENT_URL: "http://127.0.0.1:9" } });
    expect(gone).toMatchObject({ code: 3 });
    const secret = "wat_\u00e4\nsecret";
    for (const token of ["wat_unknown", secret]) {
      const denied = await run(["workspaces"], { env: { ...env, WORKSPACE_AGENT_TOKEN: token } });
      expect(denied.code).toBe(4);
      expect(denied.notes).not.toContain(token);
    }
    expect((await run(["run", "x", "-w", "nowhere"])).code).toBe(1);
  });

  test("exits quietly when its reader closes the output", async () => {
    const running = start(["tail", "ses_none", "-w", "first", "--json"]);
    running.process.stdout?.destroy();
    expect((await running.ended).code).not.toBe(0);
    const listing = start(["token", "--no-open"]);
    listing.process.stdout?.destroy();
    const { code, notes } = await listing.ended;
    expect(code).toBe(141);
    expect(notes).not.toMatch(/EPIPE|at .*js/);
  });

  test("lists and deletes workspaces", async () => {
    const made = await run(["workspaces", "create", "second"]);
    expect(made.out).toMatch(/^ws_\w+\n$/);
    expect((await run(["workspaces", "--search", "second"])).out).toMatch(/^ws_\w+ +second +ready/m);
    const unconfirmed = await run(["workspaces", "delete", "second"], { input: "y\n" });
    expect(unconfirmed).toMatchObject({ code: 2 });
    expect(unconfirmed.notes).toMatch(/--yes/);
    expect((await run(["workspaces", "delete", "second", "--yes"])).code).toBe(0);
    expect((await run(["workspaces", "--search", "second"])).out).toBe("");
  });
});
