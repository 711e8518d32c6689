import { describe, expect, it } from "vitest";
import { codeOf, type Given } from "./given.ts";

export function runningSuite({ capabilities, sharedGiven }: Given): void {
  describe("a command", () => {
    it("gives its exit code", async () => {
      const { sandbox } = await sharedGiven();
      const codes: number[] = [];
      for (const command of ["true", "false", "exit 42", "(exit 3)", "exit 255"]) {
        codes.push((await sandbox.run({ command })).exitCode);
      }
      expect(codes).toEqual([0, 1, 42, 3, 255]);
    });

    it("gives what it wrote to each stream", async () => {
      const { sandbox } = await sharedGiven();
      expect(await sandbox.run({ command: "echo out; echo err >&2; printf 'no newline'" })).toEqual({
        exitCode: 0,
        stdout: "out\nno newline",
        stderr: "err\n",
      });
      expect(await sandbox.run({ command: ":" })).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    });

    it("is a script for bash", async () => {
      const { sandbox } = await sharedGiven();
      const command = [
        "set -u",
        "words=(one 'two three' four)",
        'for word in "${words[@]}"; do [[ $word == *o* ]] && echo "$word ${#word}"; done',
        "double() { local n=$1; echo $((n * 2)); }",
        "cat <<END",
        "  indented $(double 21)",
        "END",
        "printf '%s\\n' {a..c} | tr -d '\\n'",
      ].join("\n");
      const { stdout, stderr } = await sandbox.run({ command });
      expect({ stdout, stderr }).toEqual({
        stdout: "one 3\ntwo three 9\nfour 4\n  indented 42\nabc",
        stderr: "",
      });
    });

    it("starts in /workspace, or in the given directory", async () => {
      const { sandbox, files } = await sharedGiven();
      await files.makeDirectory("a dir/below");
      expect((await sandbox.run({ command: "pwd" })).stdout).toBe("/workspace\n");
      const there = await sandbox.run({ command: "pwd", workingDirectory: "/workspace/a dir/below" });
      expect(there.stdout).toBe("/workspace/a dir/below\n");
      expect((await sandbox.run({ command: "pwd", workingDirectory: "/tmp" })).stdout).toBe("/tmp\n");
      await sandbox.run({ command: "cd /tmp" });
      expect((await sandbox.run({ command: "pwd" })).stdout).toBe("/workspace\n");
    });

    it("does not run where its directory is absent", async () => {
      const { sandbox } = await sharedGiven();
      const { exitCode, stdout, stderr } = await sandbox.run({
        command: "echo ran",
        workingDirectory: "/workspace/absent",
      });
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toContain("/workspace/absent");
    });

    it("has its standard input closed", async () => {
      const { sandbox } = await sharedGiven();
      const { stdout } = await sandbox.run({ command: 'cat; read -r line; echo "[$line] $?"' });
      expect(stdout).toBe("[] 1\n");
    });

    it("that is not found ends with 127, and one that is no program with 126 or 127", async () => {
      const { sandbox, files } = await sharedGiven();
      const { exitCode, stderr } = await sandbox.run({ command: "no-such-command-here" });
      expect(exitCode).toBe(127);
      expect(stderr).toContain("no-such-command-here");
      await files.makeDirectory("dir");
      expect([126, 127]).toContain((await sandbox.run({ command: "./dir" })).exitCode);
    });

    it("that is no bash ends with an error and a message", async () => {
      const { sandbox } = await sharedGiven();
      const { exitCode, stderr } = await sandbox.run({ command: "if true; then (" });
      expect(exitCode).toBeGreaterThan(0);
      expect(stderr).not.toBe("");
    });

    it("may be very long", async () => {
      const { sandbox } = await sharedGiven();
      const long = "x".repeat(250_000);
      expect((await sandbox.run({ command: `text='${long}'; echo \${#text}` })).stdout).toBe("250000\n");
      const lines = Array.from(
        { length: 4_500 },
        (_, index) => `last=${index}; : some words of a script that is long`,
      );
      expect((await sandbox.run({ command: [...lines, "echo $last"].join("\n") })).stdout).toBe("4499\n");
    });

    it("holds no NUL, nor a name that no variable can have: nothing runs", async () => {
      const { sandbox, files } = await sharedGiven();
      const command = "echo ran > ran";
      for (const options of [
        { command: `${command}\0` },
        { command, workingDirectory: "/workspace\0--chdir" },
        { command, env: { NAME: "value\0--setenv" } },
        { command, env: { "NAME\0": "value" } },
        { command, env: { "A=B": "value" } },
        { command, env: { "": "value" } },
      ]) {
        expect({ options, code: await codeOf(sandbox.run(options)) }).toEqual({
          options,
          code: "invalid_request",
        });
      }
      expect(await files.stat("ran")).toBeNull();
    });

    if (capabilities.background) {
      it("that is killed by a signal ends with 128 and its number", async () => {
        const { sandbox } = await sharedGiven();
        expect((await sandbox.run({ command: "kill -KILL $$" })).exitCode).toBe(137);
        expect((await sandbox.run({ command: "kill -TERM $$; sleep 5" })).exitCode).toBe(143);
        expect((await sandbox.run({ command: "bash -c 'kill -INT $$; sleep 5'" })).exitCode).toBe(130);
      });

      it("can catch signals and its own end", async () => {
        const { sandbox } = await sharedGiven();
        const command = "trap 'echo caught' TERM; trap 'echo end' EXIT; kill -TERM $$; echo after; exit 5";
        expect(await sandbox.run({ command })).toMatchObject({ exitCode: 5, stdout: "caught\nafter\nend\n" });
      });
    }
  });
}
