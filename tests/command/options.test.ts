import { expect, test } from "vitest";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { programOf } from "../../packages/cli/src/program.ts";
import { unused, type Command } from "../program.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";

const program = await programOf(unused);

/** Each command with its path, also those that only have subcommands. */
function commands(command: Command, path: readonly string[] = []): readonly (readonly [string, Command])[] {
  const below = command.commands.flatMap((each) => commands(each, [...path, each.name()]));
  return path.length === 0 ? below : [[path.join(" "), command], ...below];
}

/** Commands that write the bytes of a file, or a script. */
const WITHOUT_JSON = [
  ...["sessions export", "sessions image", "sessions output"],
  ...["snapshots read", "snapshots zip", "files get", "files zip"],
  ...["library export", "skills read", "skills pull", "audit export", "completion", "__complete"],
];

/** Groups that do nothing by themselves. */
const GROUPS = ["config", "files", "library", "skills"];

test("each command has --json, except those that write the bytes of a file", () => {
  const without = commands(program)
    .filter(([, { options }]) => !options.some(({ long }) => long === "--json"))
    .map(([path]) => path);
  expect(without.sort()).toEqual([...WITHOUT_JSON, ...GROUPS].sort());
});

test.each(commands(program).map(([path]) => path))("%s refuses an unknown option", async (path) => {
  const required = path === "fork" ? ["--name", "copy"] : [];
  const { code, out, notes } = await runInProcess([...path.split(" "), ...required, "--nonsense"]);
  expect([code, out]).toEqual([2, ""]);
  expect(notes).toContain("unknown option '--nonsense'");
});

test.each([
  ["workspaces create x --search y", "--search"],
  ["schedules pause x --cron y -w z", "--cron"],
  ["snapshots get x --limit 3 -w z", "--limit"],
  ["audit verify x --action token.used", "--action"],
])("%s: an option of the group is none of its command", async (line, option) => {
  const { code, notes } = await runInProcess(line.split(" "));
  expect(code).toBe(2);
  expect(notes).toContain(`unknown option '${option}'`);
});

test.each([
  "sessions",
  "schedules",
  "usage",
  "transcript ses_1",
  "files ls",
  "interrupt ses_1",
  "tail ses_1",
])("%s needs a workspace", async (line) => {
  const { code, notes } = await runInProcess(line.split(" "));
  expect(code).toBe(2);
  expect(notes).toContain("--workspace is required");
});

test.each([
  ["--json before the subcommand", ["workspaces", "--json", "get", "first"]],
  ["--json after it", ["workspaces", "get", "first", "--json"]],
])("%s is the same", async (_name, args) => {
  await using api = await testApi();
  await api.createWorkspace("first");
  const { code, out } = await runInProcess(args, { api });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ name: "first" });
});

test("an option of the group with the same name and another meaning is not inherited", async () => {
  await using api = await testApi();
  const args = ["workspaces", "--label", "team=docs", "create", "first", "--json"];
  const { code, out } = await runInProcess(args, { api });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ labels: {} });
});
