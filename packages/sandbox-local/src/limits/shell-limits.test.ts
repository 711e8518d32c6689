import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { shellLimits } from "./shell-limits.ts";

const spec = { memoryMb: 256 };
const run = (limits: string, command: string) =>
  spawnSync("/bin/bash", ["--norc", "-c", `${limits}; ${command}`], { encoding: "utf8", env: {} });

describe("the limits that a command's bash sets", () => {
  it("is a number of open files and no core dump, in any case", () => {
    for (const hasGroups of [true, false]) {
      const limits = shellLimits(spec, { hasGroups, part: "commands" });
      expect(run(limits, "ulimit -n; ulimit -c").stdout).toBe("4096\n0\n");
    }
  });

  it("include memory per process where there are no control groups", () => {
    const command = '/usr/bin/perl -e \'$x = "x" x (300 * 1048576); print "has it"\'';
    expect(run(":", command).stdout).toBe("has it");
    const limits = shellLimits(spec, { hasGroups: false, part: "commands" });
    const { stdout, stderr } = run(limits, command);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/memory/i);
    expect(run(limits, `/usr/bin/perl -e '$x = "x" x (80 * 1048576); print "has it"'`).stdout).toBe("has it");
  });

  it("include processes there, where the kernel counts them per user namespace", () => {
    expect(shellLimits(spec, { hasGroups: false, part: "commands" }, "6.1.0-18-amd64")).toContain(
      "ulimit -u 256",
    );
    expect(shellLimits(spec, { hasGroups: false, part: "commands" }, "5.14.0")).toContain("ulimit -u 256");
    expect(shellLimits(spec, { hasGroups: false, part: "commands" }, "5.10.0-28-amd64")).not.toContain("-u");
    expect(shellLimits(spec, { hasGroups: true, part: "commands" }, "6.1.0-18-amd64")).not.toContain("-u");
  });
});
