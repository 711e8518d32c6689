import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runCommand } from "./index.ts";

/** An instance that nobody can reach: a command that gets as far as asking it ends with 3. */
const env = { WORKSPACE_AGENT_URL: "http://127.0.0.1:9", WORKSPACE_AGENT_TOKEN: "wat_test" };

async function run(...args: readonly string[]) {
  let out = "";
  let notes = "";
  const output = {
    out: (text: string) => (out += text),
    note: (text: string) => (notes += text),
    isTerminal: false,
    canRedraw: false,
    columns: 80,
  };
  const code = await runCommand(args, env, output);
  return { code, out, notes };
}

test.for([
  ["sessions", "--limit", ["abc", "", "0", "-1", "1.5", "1e3", "0x10", "99999999999999999999"], ["1", "500"]],
  ["tail ses_1", "--after", ["abc", "", "-1", "1.5", "NaN"], ["0", "12"]],
  ["run x", "--timeout", ["abc", "0", "-1s", "5d", "577h", "999999h"], ["1.5s", "15m", "576h"]],
] as const)(
  "of %s, %s takes what it can use, and all else is wrong use",
  async ([command, option, bad, good]) => {
    const given = (value: string) => [...command.split(" "), "-w", "ws_1", `${option}=${value}`];
    for (const value of bad) {
      const { code, notes } = await run(...given(value));
      expect([value, code]).toEqual([value, 2]);
      expect(notes).toMatch(/Must be a/);
    }
    for (const value of good) expect([value, (await run(...given(value))).code]).toEqual([value, 3]);
  },
);

test("a file that has no name is wrong use", async () => {
  expect((await run("run", "x", "-w", "ws_1", "--get", ":here")).code).toBe(2);
});

test.each([
  ...["", "login", "workspaces", "models", "run", "sessions", "tail", "files", "load", "token"],
  ...["snapshots", "rewind", "fork"],
])("the help of %j teaches with examples", async (name) => {
  const { code, out } = await run(...(name === "" ? ["--help"] : ["help", name]));
  expect(code).toBe(0);
  expect(out).toMatch(/Examples?:|Get started:/);
});

test("--version prints the version of the package", async () => {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  const { out, code } = await run("--version");
  expect([code, out]).toEqual([0, `${manifest.version}\n`]);
});
