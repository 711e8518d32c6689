import { expect, test } from "vitest";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { IN } from "./requests.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

test("schedules are made, listed, run, paused, resumed and deleted", async () => {
  await using api = await testApi();
  await api.createWorkspace("notes");
  const run = (...args: readonly string[]) => runInProcess(["schedules", ...args], { api });

  const made = await run("create", "tidy", "Tidy up.", ...IN, "--cron", "*/5 * * * *", "--overlap", "queue");
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^sch_\w+\n$/) as string });
  const id = made.out.trim();
  const once = await run("create", "once", "Report.", ...IN, "--at", "2100-01-01T01:00:00+01:00");
  expect(once.code).toBe(0);

  const [head, ...listed] = (await run(...IN)).out.trim().split("\n");
  expect(head).toMatch(/^id +name +when +next +last$/);
  expect(listed[0]).toMatch(/^sch_\w+ {2}once {2}at 2100-01-01T00:00:00.000Z +2100-/);
  expect(listed[1]).toMatch(new RegExp(`^${id} {2}tidy {2}\\*/5 \\* \\* \\* \\* UTC +\\d{4}-`));

  const ran = await run("run", "tidy", ...IN);
  expect(ran.out).toMatch(/^ses_\w+\n$/);
  expect((await run("runs", id, ...IN)).out).toMatch(/^time .*\n\S+Z {2}manual +started +\w+ +ses_\w+\n$/);
  expect(JSON.parse((await run("runs", "tidy", ...IN, "--json")).out)).toMatchObject({ schedule_id: id });

  expect(await run("pause", "tidy", ...IN)).toMatchObject({ code: 0, out: "" });
  expect((await run(...IN)).out).toContain("paused: manual");
  expect((await run("resume", "tidy", ...IN)).out).toMatch(/^\d{4}-.*Z\n$/);

  const updated = await run(
    "update",
    "tidy",
    "--task",
    "Tidy up well.",
    "--cron",
    "*/10 * * * *",
    ...IN,
    "--json",
  );
  expect(JSON.parse(updated.out)).toMatchObject({
    id,
    cron: "*/10 * * * *",
    turn: { message: "Tidy up well." },
  });
  expect((await run("get", id, ...IN)).out).toMatch(/^turn\.message +Tidy up well\.$/m);
  expect((await run("update", "tidy", "--cron", "x", ...IN)).code).toBe(1);

  expect((await run("delete", "tidy", ...IN)).code).toBe(2);
  expect(await run("delete", "tidy", ...IN, "--yes")).toMatchObject({
    code: 0,
    notes: `deleted tidy (${id})\n`,
  });
  expect((await run("runs", "tidy", ...IN)).notes).toBe(
    'workspace-agent: There is no schedule named "tidy".\n',
  );
});

test("the next times of an expression are shown without a schedule", async () => {
  await using api = await testApi();
  const preview = (...args: readonly string[]) => runInProcess(["schedules", "preview", ...args], { api });
  const times = await preview("--cron", "*/5 * * * *", "--count", "2");
  expect(times).toMatchObject({ code: 0, out: expect.stringMatching(/^(\d{4}-\S+Z\n){2}$/) as string });
  expect((await preview("--at", "2000-01-01")).notes).toMatch(/^warning: /);
  expect((await preview()).code).toBe(2);
});

test.for([
  ["without a time", ["create", "a", "x", ...IN], 2],
  ["with two", ["create", "a", "x", ...IN, "--cron", "* * * * *", "--at", "2100-01-01"], 2],
  ["with no time at all", ["create", "a", "x", ...IN, "--at", "soon"], 2],
  ["that the instance refuses", ["create", "a", "x", ...IN, "--cron", "x x x x x"], 1],
] as const)("a schedule %s is refused", async ([, args, code]) => {
  await using api = await testApi();
  await api.createWorkspace("notes");
  expect((await runInProcess(["schedules", ...args], { api })).code).toBe(code);
});

test("of two schedules with the same name, one is chosen by its id", async () => {
  await using api = await testApi();
  await api.createWorkspace("notes");
  const create = ["schedules", "create", "twin", "x", ...IN, "--cron", "* * * * *"];
  const { out } = await runInProcess(create, { api });
  await runInProcess(create, { api });
  expect((await runInProcess(["schedules", "pause", "twin", ...IN], { api })).notes).toContain("2 schedules");
  expect((await runInProcess(["schedules", "pause", out.trim(), ...IN], { api })).code).toBe(0);
});
