import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { commandScript, ROOT, splitReport, withoutReport } from "./command-script.ts";

const MARKER = "[marker]";
const folder = realpathSync(mkdtempSync(join(tmpdir(), "command-script-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, directory = folder) {
  const { stdout, stderr, status } = spawnSync(
    "bash",
    ["--norc", "-c", commandScript(command, directory, MARKER)],
    {
      encoding: "utf8",
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    },
  );
  return { ...splitReport(stdout, MARKER), stderr, code: status };
}

describe.runIf(existsSync("/bin/bash"))("the script around a command", () => {
  it.each([
    ["ends by itself", "mkdir -p a; cd a; echo hi", "hi\n", 0, "a"],
    ["calls exit", "mkdir -p b; cd b; echo hi; exit 3", "hi\n", 3, "b"],
    ["fails under set -e", "mkdir -p c; cd c; set -e; false; echo no", "", 1, "c"],
    ["sends its output away", "mkdir -p d; cd d; exec >log; echo x; cat log >&2", "", 0, "d"],
    ["ends with a backslash", "echo hi \\", "hi\n", 0, ""],
    ["ends with a comment", "echo hi # no", "hi\n", 0, ""],
    ["sets a trap of its own", "trap 'echo bye' EXIT; mkdir -p e; cd e; echo hi", "hi\nbye\n", 0, "e"],
    ["holds quotes", `echo 'it'"'"'s' "$((1 + 1))"`, "it's 2\n", 0, ""],
  ])("reports the directory and the exit code of one that %s", (_, command, text, code, below) => {
    const directory = below === "" ? ROOT : `${ROOT}/${below}`;
    expect(run(command)).toMatchObject({ text, code, directory });
  });

  it("keeps itself out of an open heredoc and of the trace", () => {
    expect(run("cat > heredoc <<X\nhello").code).toBe(0);
    expect(readFileSync(join(folder, "heredoc"), "utf8")).toMatch(/^hello\n?$/);
    expect(run("set -x; true").stderr).not.toMatch(/__wa|marker/);
  });

  it("gives the lines of errors as the command counts them", () => {
    expect(run("true\necho $LINENO").text).toBe("2\n");
  });

  it("runs in the root when its directory is gone, and says so", () => {
    const { text, stderr, directory } = run("echo hi", `${folder}/it's gone`);
    expect(text).toBe("hi\n");
    expect(stderr).toContain("cannot enter the directory");
    expect(directory).toBe(ROOT);
  });

  it("stays where it is started in the root, whatever that is called there", () => {
    expect(run("pwd", ROOT)).toMatchObject({ text: `${folder}\n`, directory: ROOT, stderr: "", code: 0 });
  });

  it("goes on in a directory of the root, and in one outside, by the names that it reported", () => {
    const inside = run("mkdir -p 'in/it''s $x'; cd in/*").directory ?? "";
    expect(inside).toBe(`${ROOT}/in/its $x`);
    expect(run("pwd", inside)).toMatchObject({
      text: `${folder}/in/its $x\n`,
      directory: inside,
      stderr: "",
    });
    const outside = run("cd ..").directory ?? "";
    expect(outside).toBe(dirname(folder));
    expect(run("pwd", outside)).toMatchObject({ text: `${outside}\n`, directory: outside, stderr: "" });
  });
});

describe("a directory report", () => {
  it("is taken out with what comes after it kept", () => {
    expect(splitReport(`out${MARKER}/a${MARKER}\nlate\n`, MARKER)).toEqual({
      text: "outlate\n",
      styles: [],
      directory: "/a",
    });
    expect(splitReport("out", MARKER)).toEqual({ text: "out", styles: [], directory: null });
  });

  it("moves the styles after it", () => {
    const report = `${MARKER}/a${MARKER}\n`;
    const styles = [1, 3, 4, 3 + report.length, 5 + report.length].map((at) => ({ at, sgr: "1" }));
    const { text, styles: moved } = splitReport(`out${report}late`, MARKER, styles);
    expect(text).toBe("outlate");
    expect(moved.map(({ at }) => at)).toEqual([1, 3, 3, 3, 5]);
  });
});

describe("output that is shown while a command runs", () => {
  it("has no directory report, however it arrives", () => {
    const report = `${MARKER}/workspace/a${MARKER}\n`;
    const piece = fc.constantFrom("x", "[", "[mark", "\n", "[[marker", "]");
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), fc.array(fc.nat(4)), (before, after, sizes) => {
        const text = before.join("");
        const rest = after.join("");
        fc.pre(!`${text}${rest}`.includes(MARKER));
        const whole = `${text}${report}${rest}`;
        let shown = "";
        const add = withoutReport(MARKER, (given) => (shown += given));
        let at = 0;
        for (const size of sizes) add(whole.slice(at, (at += size)));
        add(whole.slice(at));
        // What may be the start of a marker is held back at the end.
        const held = `${text}${rest}`.slice(shown.length);
        expect(MARKER.startsWith(held)).toBe(true);
        expect(`${shown}${held}`).toBe(`${text}${rest}`);
      }),
    );
  });
});
