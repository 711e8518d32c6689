import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { scriptOf } from "./command-shell.ts";

const run = (command: string, env: Readonly<Record<string, string>>) =>
  execFileSync("/bin/bash", ["--norc", "-c", scriptOf({ command, env, directory: "/tmp" })], {
    encoding: "utf8",
    env: {},
  });

it("the script of a command keeps the line numbers of the command, whatever its variables are", () => {
  expect(run('echo "$LINENO"\necho "$LINENO"', { VALUE: "it's `x`\nsecond 'line'\\n\ttab\n" })).toBe(
    "1\n2\n",
  );
});

it("the script of a command does not run BASH_ENV itself, and passes it to child shells", () => {
  const command = "echo own; bash -c 'echo below' <<< 'echo from-bash-env'";
  expect(run(command, { BASH_ENV: "/dev/stdin" })).toBe("own\nfrom-bash-env\nbelow\n");
});
