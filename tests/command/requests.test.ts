import { expect, test } from "vitest";
import type { Prompt } from "../../packages/cli/src/index.ts";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";
import { until } from "../../packages/http/src/until.test-support.ts";
import {
  apiThatCalls,
  BASH,
  calling,
  IN,
  person,
  waiting,
  type WaitingSession,
} from "./requests.test-support.ts";
import { runInProcess, type RunOptions } from "./run-in-process.test-support.ts";

const QUESTIONS = [
  { question: "Which colour?", options: [{ label: "Red" }, { label: "Blue", description: "like the sky" }] },
  { question: "Which sizes?", options: [{ label: "S" }, { label: "M" }, { label: "L" }], multiple: true },
];
const ASK = { name: "ask_user", arguments: { questions: QUESTIONS } };

test("approve shows exactly what it allows, and asks", async () => {
  await using api = await apiThatCalls(BASH);
  const { session_id, request, ended } = await waiting(api);
  const refused = await runInProcess(["approve", session_id, ...IN], { api, ...person("") });
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.notes).toContain('arguments: {"command":"make release"}');
  expect(refused.notes).toContain("Nothing was answered.");
  const { code, notes } = await runInProcess(["approve", session_id, ...IN], { api, ...person("y") });
  expect([code, notes.split("\n").at(-2)]).toEqual([0, `allow ${request.id}`]);
  expect(await ended()).toBe("idle");
});

test("approve needs --yes without a terminal, and then allows what it showed", async () => {
  await using api = await apiThatCalls(BASH);
  const { session_id, request } = await waiting(api);
  expect((await runInProcess(["approve", session_id, ...IN], { api })).code).toBe(2);
  const { code, out } = await runInProcess(["approve", session_id, request.id, "--yes", "--json", ...IN], {
    api,
  });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ id: request.id, outcome: "allow" });
});

test("deny tells the agent why", async () => {
  await using api = await apiThatCalls(BASH);
  const { session_id, path, ended } = await waiting(api);
  const args = ["deny", session_id, "--yes", "--note", "Not on Fridays.", ...IN];
  expect((await runInProcess(args, { api })).code).toBe(0);
  expect(await ended()).toBe("idle");
  expect((await api.call("GET", `${path}/transcript`)).text).toContain("Not on Fridays.");
});

test("an answer for each question resolves it: a number chooses an option", async () => {
  await using api = await apiThatCalls(ASK);
  const { session_id, request, ended, path } = await waiting(api);
  const wrong = await runInProcess(["answer", session_id, request.id, "Blue", ...IN], { api });
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.notes).toContain("Give 2 answers");
  expect((await runInProcess(["answer", session_id, ...IN], { api })).code).toBe(2);
  const { code } = await runInProcess(["answer", session_id, request.id, "2", "1, XL", ...IN], { api });
  expect(code).toBe(0);
  expect(await ended()).toBe("idle");
  expect((await api.call("GET", `${path}/transcript`)).text).toContain("Blue");
});

test("answer asks a person who is there", async () => {
  await using api = await apiThatCalls(ASK);
  const { session_id, ended } = await waiting(api);
  const { prompt, questions } = person("1", "2,3");
  expect((await runInProcess(["answer", session_id, ...IN], { api, prompt })).code).toBe(0);
  expect(questions[0]).toBe(
    "Which colour?\n  1. Red\n  2. Blue: like the sky\nA number or a text, or Enter to leave it open: ",
  );
  expect(await ended()).toBe("idle");
});

test.each([
  [
    "a request that does not exist",
    ["approve", "SESSION", "req_none", "--yes"],
    1,
    "is not open in this session",
  ],
  ["a session that does not exist", ["approve", "ses_none", "--yes"], 1, "not_found"],
  ["a request of another kind", ["answer", "SESSION", "REQUEST", "x"], 1, "Use another command"],
  ["another subject than the one that was seen", ["approve", "SESSION", "--yes", "--hash", "0"], 1, ""],
])("%s is not answered", async (_what, args, code, said) => {
  await using api = await apiThatCalls(BASH);
  const { session_id, request, path } = await waiting(api);
  const given = args.map((each) => ({ SESSION: session_id, REQUEST: request.id })[each] ?? each);
  const ran = await runInProcess([...given, ...IN], { api });
  expect([ran.code, ran.out]).toEqual([code, ""]);
  expect(ran.notes).toContain(said);
  expect((await api.call("GET", path)).as<WaitingSession>().pending_requests).toHaveLength(1);
});

test("a token without the scope cannot approve, and a request is answered once", async () => {
  await using api = await apiThatCalls(BASH);
  const { session_id, request } = await waiting(api);
  const token = await api.createToken({ scopes: ["chat", "workspaces:read"] });
  const args = ["approve", session_id, request.id, "--yes", ...IN];
  const denied = await runInProcess(args, { api, token });
  expect(denied.code).toBe(4);
  expect(denied.notes).toContain("insufficient_scope");
  expect(denied.notes).not.toContain(token);
  expect((await runInProcess(args, { api })).code).toBe(0);
  expect((await runInProcess(args, { api })).code).toBe(1);
});

test("where nobody is there, run ends with 5 and says how to answer", async () => {
  await using api = await apiThatCalls(ASK);
  await api.createWorkspace("notes");
  const { code, notes } = await runInProcess(["run", "Go.", ...IN], { api });
  expect(code).toBe(5);
  const [, line = ""] =
    /To answer it: workspace-agent (answer ses_\w+ req_\w+ -w ws_\w+)\n$/.exec(notes) ?? [];
  const [command = "", session = "", request = "", ...workspace] = line.split(" ");
  const answer = [command, session, request, "Blue", "M", ...workspace];
  expect((await runInProcess(answer, { api })).code).toBe(0);
});

test("the result of a call that the caller runs is an answer", async () => {
  await using api = await testApi({ script: calling({ name: "look_up", arguments: { id: 1 } }) });
  const tool = { name: "look_up", description: "Looks up.", input_schema: { type: "object" } };
  const { id } = await api.createWorkspace("notes", { tools: [tool] });
  const { session_id } = (await api.chat(id, { message: "Go." })).as();
  expect((await runInProcess(["answer", session_id, ...IN], { api })).code).toBe(2);
  const args = ["answer", session_id, "--output", '{"rows":3}', ...IN];
  expect((await runInProcess(args, { api })).code).toBe(0);
  const ended = await api.call("GET", `/api/workspaces/${id}/sessions/${session_id}?wait=60`);
  expect(ended.as().status).toBe("idle");
});

/** Runs a turn at a terminal. */
async function atTerminal(api: TestApi, options: RunOptions) {
  await api.createWorkspace("notes", { permissions: { bash: "ask" } });
  return await runInProcess(["run", "Go.", ...IN], { api, isTerminal: true, ...options });
}

test("run asks at a terminal, and continues with the answer", async () => {
  await using api = await apiThatCalls(BASH);
  const { prompt, questions } = person("y");
  const { code, out } = await atTerminal(api, { prompt });
  expect(questions).toEqual(["Allow it? y: yes, a: always, n: no, Enter: leave it open: "]);
  expect(code).toBe(0);
  expect(out).toContain("released");
});

test("a person who denies can say why", async () => {
  await using api = await apiThatCalls(BASH);
  const { prompt } = person("n", "Use make check.");
  const { code, out } = await atTerminal(api, { prompt });
  expect(code).toBe(0);
  expect(out).toContain("Use make check.");
});

test("run ends with 5 where the person leaves the request open", async () => {
  await using api = await apiThatCalls(BASH);
  const { code, notes } = await atTerminal(api, person(""));
  expect(code).toBe(5);
  expect(notes).toMatch(/To answer it: workspace-agent approve ses_\w+ req_\w+ -w ws_\w+\n$/);
});

test("the question ends when somebody else has answered", async () => {
  await using api = await apiThatCalls(BASH);
  const { prompt, questions } = person();
  const meanwhile = async (notes: () => string) => {
    await until(() => questions.length === 1);
    const [, workspace = "", session = ""] = /workspace (\w+) · session (\w+)/.exec(notes()) ?? [];
    const path = `/api/workspaces/${workspace}/sessions/${session}`;
    const { pending_requests } = (await api.call("GET", path)).as<WaitingSession>();
    const json = { decision: "allow", subject_hash: pending_requests[0]?.subject_hash };
    await api.call("POST", `${path}/requests/${pending_requests[0]?.id}`, { json });
  };
  expect((await atTerminal(api, { prompt, meanwhile })).code).toBe(0);
});

test("the question ends when the turn is interrupted", async () => {
  await using api = await apiThatCalls(BASH);
  const { prompt, questions } = person();
  const meanwhile = async (notes: () => string) => {
    await until(() => questions.length === 1);
    const [, workspace = "", session = ""] = /workspace (\w+) · session (\w+)/.exec(notes()) ?? [];
    await api.call("POST", `/api/workspaces/${workspace}/sessions/${session}/interrupt`, { json: {} });
  };
  expect((await atTerminal(api, { prompt, meanwhile })).code).toBe(30);
});

test("Ctrl-C interrupts a turn that waits for the person, and ends the question", async () => {
  await using api = await apiThatCalls(BASH);
  const { prompt, questions } = person();
  const meanwhile = async () => {
    await until(() => questions.length === 1);
    process.emit("SIGINT");
  };
  expect((await atTerminal(api, { prompt, meanwhile })).code).toBe(130);
});

test("tail goes on where somebody else has answered while it asked", async () => {
  await using api = await apiThatCalls(BASH);
  const { session_id, request, path } = await waiting(api);
  const ask: Prompt["ask"] = async () => {
    const json = { decision: "allow", subject_hash: request.subject_hash };
    await api.call("POST", `${path}/requests/${request.id}`, { json });
    return "n";
  };
  const prompt = { isInteractive: true, ask };
  const { code, out, notes } = await runInProcess(["tail", session_id, ...IN], {
    api,
    prompt,
    isTerminal: true,
  });
  expect([code, out.includes("released")]).toEqual([0, true]);
  expect(notes).toContain("Somebody else has answered.");
});

test("tail asks at a terminal, and follows the turn to its end", async () => {
  await using api = await apiThatCalls(BASH);
  const { session_id } = await waiting(api);
  const { prompt, questions } = person("y");
  const { code, out } = await runInProcess(["tail", session_id, ...IN], { api, prompt, isTerminal: true });
  expect([code, questions.length]).toEqual([0, 1]);
  expect(out).toContain("released");
});

test("tail shows the call that it asks about, also where it opened before the first event that is shown", async () => {
  await using api = await apiThatCalls(BASH);
  const { session_id, path } = await waiting(api);
  const { last_seq } = (await api.call("GET", path)).as<{ last_seq: number }>();
  const args = ["tail", session_id, "--after", String(last_seq), ...IN];
  const { prompt, questions } = person("");
  const { notes } = await runInProcess(args, { api, prompt, isTerminal: true });
  expect(questions).toHaveLength(1);
  expect(notes.match(/arguments: \{"command":"make release"\}/g)).toHaveLength(1);
});

test("tail ends with 5 where the person leaves the request open, and where nobody is there", async () => {
  await using api = await apiThatCalls(BASH);
  const { session_id } = await waiting(api);
  const { prompt } = person("");
  const args = ["tail", session_id, ...IN];
  expect((await runInProcess(args, { api, prompt, isTerminal: true })).code).toBe(5);
  expect((await runInProcess(args, { api })).code).toBe(5);
});
