import { expect, test } from "vitest";
import { IN, person } from "./requests.test-support.ts";
import { runInProcess, type RunOptions } from "./run-in-process.test-support.ts";
import { apiWithTurns, aTurn } from "./writing-turns.test-support.ts";

test("snapshots are taken, listed, compared and deleted", async () => {
  await using api = await apiWithTurns();
  const { turn_id, put } = await aTurn(api);
  const run = (...args: readonly string[]) => runInProcess(["snapshots", ...args], { api });
  await api.clock.advance(1_000);
  const made = await run("create", "--label", "mine", ...IN);
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^snp_\w+\n$/) as string });
  const id = made.out.trim();
  const [head, first, second] = (await run(...IN)).out.split("\n");
  expect(head).toMatch(/^id +kind +created +files +label or turn$/);
  expect(first).toMatch(new RegExp(`^${id} {2}manual {2}\\S+Z {2}1 +mine$`));
  expect(second).toMatch(new RegExp(`^snp_\\w+ {2}auto {4}\\S+Z {2}0 +${turn_id}$`));
  expect((await run(...IN, "--limit", "1")).out.trim().split("\n")).toHaveLength(2);
  expect(JSON.parse((await run("get", id, ...IN, "--json")).out)).toMatchObject({ label: "mine" });

  await put("changed\n");
  expect((await run("diff", id, ...IN)).out).toContain("-made\n+changed\n");
  expect(JSON.parse((await run("diff", id, "--against", id, ...IN, "--json")).out)).toMatchObject({
    files: [],
  });

  expect((await run("delete", id, ...IN)).code).toBe(2);
  expect(await run("delete", id, ...IN, "--yes")).toMatchObject({ code: 0, notes: `deleted ${id}\n` });
  expect((await run("get", id, ...IN)).notes).toContain("not_found");
});

test("a rewind shows what it would change, asks, and prints what undoes it", async () => {
  await using api = await apiWithTurns();
  const { session_id, turn_id, isThere } = await aTurn(api);
  const run = (options: RunOptions, ...args: readonly string[]) =>
    runInProcess(["rewind", "notes", session_id, ...args], { api, ...options });
  const dry = await run({}, "--to-turn", turn_id, "--dry-run");
  expect(dry.out).toMatch(
    /^0 to restore, 1 to remove, 0 unchanged\n {2}remove {3}made\.txt\nthe transcript ends after event \d+\n$/,
  );
  expect((await run({}, "--to-turn", turn_id)).notes).toMatch(/not a terminal.*--yes to rewind/);

  const { prompt, questions } = person("n", "y");
  const refused = await run({ prompt }, "--to-turn", turn_id);
  expect([refused.code, questions]).toEqual([1, ["Rewind the session? [y/N] "]]);
  expect(await isThere()).toBe(true);

  const done = await run({ prompt }, "--to-turn", turn_id);
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/^snp_\w+\n$/) as string });
  expect(await isThere()).toBe(false);
  const undo = ["--to-snapshot", done.out.trim()];
  expect(done.notes).toContain(undo.join(" "));
  expect((await run({}, ...undo, "--files", "--yes", "--json")).code).toBe(0);
  expect(await isThere()).toBe(true);
});

test("a rewind leaves what others have changed, unless it is forced", async () => {
  await using api = await apiWithTurns();
  const { session_id, turn_id, put, isThere } = await aTurn(api);
  await put("mine");
  const rewind = ["rewind", "notes", session_id, "--to-turn", turn_id, "--yes"];
  const refused = await runInProcess(rewind, { api });
  expect([refused.code, await isThere()]).toEqual([1, true]);
  expect(refused.notes).toMatch(/conflict made\.txt\n[^]*--force/);
  expect((await runInProcess([...rewind, "--force"], { api })).code).toBe(0);
  expect(await isThere()).toBe(false);
});

test.for([
  ["without a target", []],
  ["with two", ["--to-turn", "turn_1", "--to-snapshot", "snp_1"]],
  ["of only the one and only the other", ["--to-turn", "turn_1", "--files", "--transcript"]],
] as const)("a rewind %s is wrong use", async ([, args]) => {
  expect((await runInProcess(["rewind", "notes", "ses_1", "--yes", ...args])).code).toBe(2);
});

test("a fork has the files and the chosen sessions", async () => {
  await using api = await apiWithTurns();
  const { session_id } = await aTurn(api);
  for (const [name, sessions, count] of [
    ["none", [], 0],
    ["all", ["--sessions", "all"], 1],
    ["one", ["--sessions", session_id], 1],
  ] as const) {
    const made = await runInProcess(["fork", "notes", "--name", name, ...sessions], { api });
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^ws_\w+\n$/) as string });
    const path = `/api/workspaces/${made.out.trim()}`;
    expect((await api.call("GET", `${path}/agent/files?path=made.txt`)).text).toBe("made\n");
    expect((await api.call("GET", `${path}/sessions`)).as<readonly unknown[]>()).toHaveLength(count);
  }
});
