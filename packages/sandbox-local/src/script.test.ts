import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { toScript } from "./script.ts";

const run = (script: string) =>
  execFileSync("/bin/bash", ["--norc", "-c", script], { encoding: "utf8", env: {} });

describe("the script of a command", () => {
  it("sets variables of any value, and keeps the line numbers of the command", () => {
    const value = "it's $HOME `x`\nsecond 'line'\\n\ttab\n";
    expect(
      run(toScript({ workingDirectory: "/tmp", command: 'printf "%s" "$VALUE"', env: { VALUE: value } })),
    ).toBe(value);
    expect(
      run(
        toScript({
          workingDirectory: "/tmp",
          command: 'echo "$LINENO"\necho "$LINENO"',
          env: { VALUE: value },
        }),
      ),
    ).toBe("1\n2\n");
  });

  it("does not run BASH_ENV itself, and passes it to child shells", () => {
    const env = { BASH_ENV: "/dev/stdin" };
    expect(
      run(
        toScript({
          workingDirectory: "/tmp",
          command: "echo own; bash -c 'echo below' <<< 'echo from-bash-env'",
          env,
        }),
      ),
    ).toBe("own\nfrom-bash-env\nbelow\n");
  });

  it("closes inherited descriptors", () => {
    const script = toScript({ workingDirectory: "/tmp", command: "ls /proc/self/fd | tr '\\n' ' '" });
    expect(run(`exec 30</tmp 31</etc/passwd; ${script}`).trim().split(" ")).not.toContain("30");
  });
});
