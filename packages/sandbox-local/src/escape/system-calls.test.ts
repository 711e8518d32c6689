import { execFileSync } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { oneWorkspace } from "../one-workspace.test-support.ts";
import { REFUSED } from "../seccomp/refused-calls.ts";

const EPERM = "1";
const machine = process.arch === "arm64" ? "arm64" : "x64";
const calls = Object.entries(REFUSED).flatMap(([name, numbers]) => {
  const number = numbers[machine];
  return number === undefined ? [] : [{ name, number }];
});

/** Prints the error of each call without arguments; it would do nothing if it were let through. */
const SCRIPT = `perl -e 'for (@ARGV) { $! = 0; syscall($_, 0, 0, 0, 0, 0); print $!+0, "\\n" }' ${calls.map(({ number }) => number).join(" ")}`;

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: the filter of system calls, since ${reason}\n`);

describe.skipIf(reason !== null)("the filter of system calls in the kernel", () => {
  it("refuses each call of its list, of which a bubblewrap without it lets many through", async () => {
    const { sandbox, remove } = await oneWorkspace();
    onTestFinished(remove);
    const bare = ["--unshare-all", "--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev"];
    const without = execFileSync("bwrap", [...bare, "bash", "-c", SCRIPT], { encoding: "utf8" });
    expect(
      without
        .trim()
        .split("\n")
        .filter((error) => error !== EPERM).length,
    ).toBeGreaterThan(10);
    const { stdout } = await sandbox.run({ command: SCRIPT });
    const errors = stdout.trim().split("\n");
    expect(calls.filter((_, index) => errors[index] !== EPERM)).toEqual([]);
  });

  it("holds for the first process of the place too, which a command could trace", async () => {
    const { sandbox, remove } = await oneWorkspace();
    onTestFinished(remove);
    const { stdout } = await sandbox.run({ command: "grep -h '^Seccomp:' /proc/1/status /proc/self/status" });
    expect(stdout).toBe("Seccomp:\t2\nSeccomp:\t2\n");
  });
});
