import { execFileSync } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { oneWorkspace } from "../one-workspace.test-support.ts";
import { NAMING, REFUSED } from "../seccomp/refused-calls.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

const EPERM = "1";
const machine = process.arch === "arm64" ? "arm64" : "x64";
const calls = Object.entries(REFUSED).flatMap(([name, numbers]) => {
  const number = numbers[machine];
  return number === undefined ? [] : [{ name, number }];
});

/** Prints the error of each call without arguments, which would do nothing if it were allowed. */
const SCRIPT = `perl -e 'for (@ARGV) { $! = 0; syscall($_, 0, 0, 0, 0, 0); print $!+0, "\\n" }' ${calls.map(({ number }) => number).join(" ")}`;

const numbersOf = Object.values(NAMING).map((call) => `${call[machine]}:${call.arguments[0]}`);
/** Prints the error of each call on process 1, with zeros as other arguments. */
const NAMING_FIRST = `perl -e 'for (@ARGV) { my ($call, $at) = split /:/; my @a = (0) x 6; $a[$at] = 1; $! = 0; syscall($call + 0, @a); print $!+0, "\\n" }' ${numbersOf.join(" ")}`;

/** Seizes a child, stops it and continues it. */
const TRACE_CHILD = `perl -e '
my $trace = ${NAMING["ptrace"]?.[machine] ?? 0};
my $child = fork; sleep 300 unless $child;
syscall($trace, 0x4206, $child, 0, 0) == 0 and syscall($trace, 0x4207, $child, 0, 0) == 0
  and waitpid($child, 0x40000000) == $child and syscall($trace, 17, $child, 0, 0) == 0 and print "traced\\n";
kill 9, $child'`;

/** Not `/`: below it, a mount of another test may end while it is bound. */
const PROGRAMS = [
  ...["--ro-bind", "/usr", "/usr"],
  ...["bin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
];

const isSkipped = skips("the filter of system calls", await whyNoBubblewrap());

describe.skipIf(isSkipped)("the filter of system calls in the kernel", () => {
  it("refuses each listed call, many of which bubblewrap without the filter allows", async () => {
    const { sandbox, remove } = await oneWorkspace();
    onTestFinished(remove);
    const bare = ["--unshare-all", "--cap-drop", "ALL", ...PROGRAMS, "--dev", "/dev"];
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

  it("refuses each call on the first process, many of which bubblewrap without the filter allows", async () => {
    const { sandbox, remove } = await oneWorkspace();
    onTestFinished(remove);
    const bare = ["--unshare-all", "--cap-drop", "ALL", ...PROGRAMS, "--dev", "/dev", "--proc", "/proc"];
    const errorsOf = (stdout: string) => stdout.trim().split("\n");
    const without = errorsOf(
      execFileSync("bwrap", [...bare, "bash", "-c", NAMING_FIRST], { encoding: "utf8" }),
    );
    expect(without).toHaveLength(Object.keys(NAMING).length);
    expect(without.filter((error) => error !== EPERM).length).toBeGreaterThan(10);
    const { stdout } = await sandbox.run({ command: NAMING_FIRST });
    expect(errorsOf(stdout)).toEqual(without.map(() => EPERM));
  });

  it("lets a command trace its own processes", async () => {
    const { sandbox, remove } = await oneWorkspace();
    onTestFinished(remove);
    const { stdout } = await sandbox.run({ command: TRACE_CHILD });
    expect(stdout).toBe("traced\n");
  });

  it("shows nothing of the first process through any path", async () => {
    const { sandbox, remove } = await oneWorkspace();
    onTestFinished(remove);
    const paths = ["/proc/1", "/proc/self/../1", "/proc/self/task/../../1", "/proc/thread-self/../../../1"];
    const look = paths
      .map((path) => `ls -A ${path} && echo "[$(cat ${path}/{exe,mem,maps,environ})]"`)
      .join("; ");
    const { stdout } = await sandbox.run({ command: `${look}; touch /proc/1/x || echo empty` });
    expect(stdout).toBe("[]\n".repeat(paths.length) + "empty\n");
  });
});
