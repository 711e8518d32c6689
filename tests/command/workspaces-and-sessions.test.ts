import { expect, onTestFinished, test, vi } from "vitest";
import { until } from "../../packages/http/src/until.test-support.ts";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { IN } from "./requests.test-support.ts";
import { running } from "./run-in-process.test-support.ts";
import { apiWithTurns, aTurn } from "./writing-turns.test-support.ts";

test("workspaces are made, listed, shown, changed and deleted", async () => {
  await using api = await apiWithTurns();
  const { run, json } = running(api);
  const made = await run(["workspaces", "create", "notes", "--label", "team=docs"]);
  const id = made.out.trim();
  expect(id).toMatch(/^ws_\w+$/);
  expect((await run(["workspaces", "--label", "team=docs"])).out).toMatch(
    new RegExp(`^id +name +status +sessions\n${id} +notes +ready +0 running\n$`),
  );
  expect((await run(["workspaces", "--label", "team=other"])).out).toBe("");
  const shown = (await run(["workspaces", "get", "notes"])).out;
  expect(shown).toMatch(/^labels\.team +docs$/m);
  expect(shown).toMatch(/^session_counts\.running +0$/m);
  expect((await run(["workspaces", "status", "notes"])).out).toMatch(/^sandbox\.state +stopped$/m);
  expect(await json(["workspaces", "update", "notes", "--name", "minutes"])).toMatchObject({
    id,
    name: "minutes",
  });
  expect((await run(["workspaces", "update", "minutes"])).code).toBe(2);
  expect((await run(["workspaces", "save-as-template", "minutes", "report"])).out).toMatch(/^tpl_\w+\n$/);
  expect(await json(["workspaces", "delete", id, "--yes"])).toEqual({ deleted: id });
});

test.each([
  ["get", "ws_none"],
  ["status", "nowhere"],
  ["update", "nowhere", "--name", "x"],
  ["save-as-template", "nowhere", "x"],
])("workspaces %s ends with 1 for a workspace that does not exist", async (...args) => {
  await using api = await apiWithTurns();
  const { code, out, notes } = await running(api).run(["workspaces", ...args]);
  expect([code, out]).toEqual([1, ""]);
  expect(notes).toMatch(/not_found|There is no workspace named/);
});

test("a workspace whose name looks like an id is found by its name", async () => {
  await using api = await apiWithTurns();
  const { run, json } = running(api);
  const id = (await run(["workspaces", "create", "ws_build"])).out.trim();
  expect(await json(["workspaces", "get", "ws_build"])).toMatchObject({ id });
});

test("a name that is taken is a conflict", async () => {
  await using api = await apiWithTurns();
  const { run } = running(api);
  await run(["workspaces", "create", "one"]);
  await run(["workspaces", "create", "two"]);
  const { code, notes } = await run(["workspaces", "update", "two", "--name", "one"]);
  expect(code).toBe(1);
  expect(notes).toContain("name_taken");
});

test("a session is listed, shown, renamed, forked and deleted", async () => {
  await using api = await apiWithTurns();
  const { session_id } = await aTurn(api);
  const { run, json } = running(api);
  expect((await run(["sessions", ...IN])).out).toMatch(
    new RegExp(
      `^id +status +ended +last active +task\n${session_id} +idle +end_turn +\\S+ +Write a file.\n$`,
    ),
  );
  expect((await run(["sessions", "get", session_id, ...IN])).out).toMatch(/^last_turn\.status +completed$/m);
  expect(await json(["sessions", "rename", session_id, "Minutes", ...IN])).toMatchObject({ name: "Minutes" });
  expect((await run(["sessions", ...IN])).out).toContain("Minutes");
  expect(await json(["sessions", "rename", session_id, "", ...IN])).toMatchObject({ name: null });
  const fork = await run(["sessions", "fork", session_id, ...IN]);
  expect(fork.out).toMatch(/^ses_\w+\n$/);
  expect((await run(["sessions", "delete", fork.out.trim(), ...IN])).code).toBe(2);
  expect((await run(["sessions", "delete", fork.out.trim(), "--yes", ...IN])).code).toBe(0);
  expect((await run(["sessions", "get", fork.out.trim(), ...IN])).code).toBe(1);
});

test("the turns of a session are listed and shown", async () => {
  await using api = await apiWithTurns();
  const { session_id, turn_id } = await aTurn(api);
  const { run, json } = running(api);
  expect((await run(["sessions", "turns", session_id, ...IN])).out).toMatch(
    new RegExp(`^id +status +ended .*\n${turn_id} +completed +end_turn +\\S+ +2 +1 `),
  );
  expect(await json(["sessions", "turn", session_id, turn_id, "--wait", "1", ...IN])).toMatchObject({
    id: turn_id,
  });
  expect((await run(["sessions", "turn", session_id, "turn_none", ...IN])).code).toBe(1);
});

test("transcript writes Markdown, or one message per line", async () => {
  await using api = await apiWithTurns();
  const { session_id } = await aTurn(api);
  const { run } = running(api);
  expect((await run(["transcript", session_id, ...IN])).out).toContain("Write a file.");
  const lines = (await run(["transcript", session_id, "--json", ...IN])).out.trim().split("\n");
  const roles = lines.map((line) => (JSON.parse(line) as { readonly role: string }).role);
  expect([roles[0], roles.at(-1)]).toEqual(["user", "assistant"]);
  expect((await run(["transcript", "ses_none", ...IN])).code).toBe(1);
});

test("transcript --rewound has what was taken back", async () => {
  await using api = await apiWithTurns();
  const { session_id, turn_id } = await aTurn(api);
  const { run } = running(api);
  expect((await run(["rewind", "notes", session_id, "--to-turn", turn_id, "--yes"])).code).toBe(0);
  expect((await run(["transcript", session_id, ...IN])).out).not.toContain("Write a file.");
  const { out } = await run(["transcript", session_id, "--rewound", ...IN]);
  expect(out).toContain("user:\nWrite a file.\n");
  expect(out).toContain("write made.txt");
});

test("changes lists files, and --patch writes a patch", async () => {
  await using api = await apiWithTurns();
  const { session_id } = await aTurn(api);
  const { run, json } = running(api);
  expect((await run(["changes", session_id, ...IN])).out).toMatch(
    /^status +added +deleted +path\nadded +\+1 +-0 +made\.txt\n$/,
  );
  expect((await run(["changes", session_id, "--patch", ...IN])).out).toContain("+made\n");
  expect(await json(["changes", session_id, ...IN])).toMatchObject({ files: [{ path: "made.txt" }] });
  expect((await run(["changes", "ses_none", ...IN])).code).toBe(1);
});

test("usage shows days, the sum and models", async () => {
  await using api = await apiWithTurns();
  await aTurn(api);
  const { run, json } = running(api);
  const { out } = await run(["usage", ...IN]);
  expect(out).toMatch(/^day +turns .*\n\d{4}-\d\d-\d\d +1 +2 +1 .*\nall +1 +2 +1 .*\n\nmodel .*\n/);
  expect(await json(["usage", ...IN])).toMatchObject({ turns: 1 });
});

test("interrupt ends the running turn, and says where nothing runs", async () => {
  await using api = await testApi({ script: () => ({ text: "never", stall: true }) });
  await api.createWorkspace("notes");
  const { run, json } = running(api);
  const session = (await run(["run", "Go.", "--detach", ...IN])).out.trim();
  expect(await run(["interrupt", session, ...IN])).toMatchObject({
    code: 0,
    notes: `interrupted ${session}\n`,
  });
  const ended = await run(["tail", session, ...IN]);
  expect(ended.code).toBe(30);
  expect(await json(["interrupt", session, ...IN])).toEqual({ interrupted: false });
  expect((await run(["interrupt", "ses_none", ...IN])).code).toBe(1);
});

test("tail reads the session again after a temporary error", async () => {
  await using api = await apiWithTurns();
  const { id, session_id } = await aTurn(api);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let reads = 0;
  const { code, out } = await running(api).run(["tail", session_id, ...IN], {
    meanwhile: async () => {
      await until(() => reads === 1);
      await until(() => vi.getTimerCount() > 1);
      await vi.advanceTimersByTimeAsync(1000);
    },
    before: async ({ url }, response) => {
      const isRefused = url === `/api/workspaces/${id}/sessions/${session_id}` && ++reads === 1;
      if (isRefused) response.writeHead(503).end();
      return await Promise.resolve(isRefused);
    },
  });
  vi.useRealTimers();
  expect([code, out.includes("Written.")]).toEqual([0, true]);
});

test.each([
  ["sessions", "rename", "SESSION", "x"],
  ["sessions", "delete", "SESSION", "--yes"],
  ["interrupt", "SESSION"],
  ["files", "rm", "made.txt", "--yes"],
])("%s %s ends with 4 for a token without the scope", async (...args) => {
  await using api = await apiWithTurns();
  const { session_id } = await aTurn(api);
  const token = await api.createToken({ scopes: ["workspaces:read", "files:read"] });
  const given = args.map((each) => (each === "SESSION" ? session_id : each));
  const { code, out, notes } = await running(api).run([...given, ...IN], { token });
  expect([code, out]).toEqual([4, ""]);
  expect(notes).toContain("insufficient_scope");
  expect(notes).not.toContain(token);
});
