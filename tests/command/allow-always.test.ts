import { expect, test } from "vitest";
import type { Config } from "../../packages/client/src/index.ts";
import type { TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { apiThatCalls, BASH, IN, person, waiting, type WaitingSession } from "./requests.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

const CONFIG = {
  permissions: { "*": "ask" },
  env: { TOKEN: { value: "secret", secret: true }, PLAIN: "x" },
  limits: { max_steps: 40 },
};
const ASK = { pattern: "*", action: "ask" };
const RULES = [ASK, { pattern: "make release", action: "allow" }];
const ALWAYS = "Allow it? y: yes, a: always, n: no, Enter: leave it open: ";
const PATTERN =
  "Pattern, in which * stands for any text and ? for one character (Enter: this command or path, with ? for each *): ";
const WRITE = "Write this rule and allow the call? [y/N] ";

const configOf = async (api: TestApi, id: string) =>
  (await api.call("GET", `/api/workspaces/${id}/config`)).as<Config>();

const openOf = async (api: TestApi, path: string) =>
  (await api.call("GET", path)).as<WaitingSession>().pending_requests.length;

test("approve --always writes a rule, and the next same command does not ask", async () => {
  await using api = await apiThatCalls(BASH);
  const { id, session_id, request, ended } = await waiting(api, CONFIG);
  const before = await configOf(api, id);
  const args = ["approve", session_id, "--always", "--yes", "--json", ...IN];
  const { code, out, notes } = await runInProcess(args, { api });
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ id: request.id, outcome: "allow" })]);
  expect(notes).toContain(`rule: permissions.bash = ${JSON.stringify(RULES)}\n`);
  expect(notes).toContain(
    "A call of bash runs without asking if its command is exactly this, in any directory, also in the background.",
  );
  expect(await configOf(api, id)).toEqual({ ...before, permissions: { "*": "ask", bash: RULES } });
  expect(await ended()).toBe("idle");
  const { status } = (await api.chat(id, { message: "Again." })).as();
  expect(status).toBe("completed");
});

test("the rule for a command with a * has ? in its place, and says so", async () => {
  await using api = await apiThatCalls({ name: "bash", arguments: { command: "rm -rf build/*" } });
  const { id, session_id } = await waiting(api, CONFIG);
  const { code, notes } = await runInProcess(["approve", session_id, "--always", "--yes", ...IN], { api });
  expect(code).toBe(0);
  expect(notes).toContain("if its command matches, in any directory, also in the background. ? stands for");
  const bash = [ASK, { pattern: "rm -rf build/?", action: "allow" }];
  expect((await configOf(api, id)).permissions).toEqual({ "*": "ask", bash });
});

test("approve --always asks before it writes, and needs --yes without a terminal", async () => {
  await using api = await apiThatCalls(BASH);
  const { id, session_id, path } = await waiting(api, CONFIG);
  const args = ["approve", session_id, "--always", ...IN];
  expect((await runInProcess(args, { api })).code).toBe(2);
  const { prompt, questions } = person("");
  const { code, notes } = await runInProcess(args, { api, prompt });
  expect([code, questions]).toEqual([1, [WRITE]]);
  expect(notes).toContain("Nothing was answered.");
  expect((await configOf(api, id)).permissions).toEqual(CONFIG.permissions);
  expect(await openOf(api, path)).toBe(1);
});

test.each([
  [["--pattern", "make *"], 2, "--pattern is for --always."],
  [["--always", "--pattern", "npm *"], 1, "The pattern does not match this call."],
  [["--always", "--pattern", `make *${"*".repeat(1024)}`], 1, "The pattern is longer than 1,024 characters."],
  [["--always", "--hash", "0".repeat(64)], 1, "The request has another `subject_hash`."],
])("approve %j writes and answers nothing", async (options, expected, said) => {
  await using api = await apiThatCalls(BASH);
  const { id, session_id, path } = await waiting(api, CONFIG);
  const { code, notes } = await runInProcess(["approve", session_id, "--yes", ...options, ...IN], { api });
  expect(code).toBe(expected);
  expect(notes).toContain(said);
  expect((await configOf(api, id)).permissions).toEqual(CONFIG.permissions);
  expect(await openOf(api, path)).toBe(1);
});

test("a rule for a tool without patterns allows every call", async () => {
  await using api = await apiThatCalls({ name: "grep", arguments: { pattern: "x" } });
  const { id, session_id } = await waiting(api, CONFIG);
  const args = ["approve", session_id, "--always", "--yes", ...IN];
  const wrong = await runInProcess([...args, "--pattern", "x"], { api });
  expect(wrong.code).toBe(2);
  expect(wrong.notes).toContain("A rule for grep has no pattern: it allows every call.");
  const { code, notes } = await runInProcess(args, { api });
  expect(code).toBe(0);
  expect(notes).toContain('rule: permissions.grep = "allow"\n');
  expect(notes).toContain("The config allows every call of grep, whatever its arguments are.");
  expect((await configOf(api, id)).permissions).toEqual({ "*": "ask", grep: "allow" });
});

test("a config that somebody else changed meanwhile is read again, and the rule is asked about again", async () => {
  await using api = await apiThatCalls(BASH);
  const { id, session_id } = await waiting(api, CONFIG);
  const theirs = { ...(await configOf(api, id)), permissions: { bash: [ASK], write: "deny" } };
  let isChanged = false;
  const before = async ({ method }: { readonly method?: string | undefined }) => {
    if (method !== "PUT" || isChanged) return;
    isChanged = true;
    await api.call("PUT", `/api/workspaces/${id}/config`, { json: theirs });
  };
  const { prompt, questions } = person("y", "y");
  const args = ["approve", session_id, "--always", "--pattern", "make *", ...IN];
  const { code, notes } = await runInProcess(args, { api, prompt, before });
  expect([code, questions]).toEqual([0, [WRITE, WRITE]]);
  expect(notes).toContain("Somebody else has changed the config meanwhile. Nothing was written.");
  expect(await configOf(api, id)).toEqual({
    ...theirs,
    permissions: { bash: [ASK, { pattern: "make *", action: "allow" }], write: "deny" },
  });
});

test("who may not change the config answers nothing, and who may not approve learns about the rule", async () => {
  await using api = await apiThatCalls(BASH);
  const { id, session_id, path } = await waiting(api, CONFIG);
  const args = ["approve", session_id, "--always", "--yes", ...IN];
  const reader = await api.createToken({ scopes: ["workspaces:read", "approve"] });
  expect((await runInProcess(args, { api, token: reader })).code).toBe(4);
  expect((await configOf(api, id)).permissions).toEqual(CONFIG.permissions);
  const writer = await api.createToken({ scopes: ["workspaces:read", "workspaces:write"] });
  const { code, notes } = await runInProcess(args, { api, token: writer });
  expect(code).toBe(4);
  expect(notes).toContain("The rule is in the config, but the request was not answered.");
  expect((await configOf(api, id)).permissions).toEqual({ "*": "ask", bash: RULES });
  expect(await openOf(api, path)).toBe(1);
});

test("run at a terminal writes the rule that a person confirms", async () => {
  await using api = await apiThatCalls(BASH);
  const { id } = await api.createWorkspace("notes", CONFIG);
  const { prompt, questions } = person("a", "npm *", "a", "", "n", "a", "make *", "y");
  const { code, out, notes } = await runInProcess(["run", "Go.", ...IN], { api, prompt, isTerminal: true });
  expect(code).toBe(0);
  expect(questions).toEqual([ALWAYS, PATTERN, ALWAYS, PATTERN, WRITE, ALWAYS, PATTERN, WRITE]);
  expect(notes).toContain("The pattern does not match this call.\n");
  expect(out).toContain("released");
  expect((await configOf(api, id)).permissions).toEqual({
    "*": "ask",
    bash: [ASK, { pattern: "make *", action: "allow" }],
  });
});

test("tail at a terminal writes the rule too", async () => {
  await using api = await apiThatCalls(BASH);
  const { id, session_id } = await waiting(api, CONFIG);
  const { prompt } = person("always", "", "y");
  const { code } = await runInProcess(["tail", session_id, ...IN], { api, prompt, isTerminal: true });
  expect(code).toBe(0);
  expect((await configOf(api, id)).permissions).toEqual({ "*": "ask", bash: RULES });
});
