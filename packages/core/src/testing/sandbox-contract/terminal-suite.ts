import { describe, expect, it } from "vitest";
import { beats, codeOf, eventually, growing, isThere, start, streamOf, type Given } from "./given.ts";

const pty = { columns: 77, rows: 33 };
const LOOK = "for fd in 0 1 2; do [ -t $fd ] && echo $fd; done; true";

export function terminalSuite({ capabilities, sharedGiven }: Given): void {
  describe("a terminal", () => {
    it("is not there when it was not asked for", async () => {
      const { sandbox } = await sharedGiven();
      expect(await sandbox.run({ command: LOOK })).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    });

    if (!capabilities.pty) {
      it("cannot be had: nothing runs", async () => {
        const { sandbox, files } = await sharedGiven();
        expect(await codeOf(sandbox.run({ command: "echo x > ran", pty }))).toBe("sandbox_unavailable");
        expect(await files.stat("ran")).toBeNull();
      });
      return;
    }

    it("is all three streams of the command, has the size that was asked for, and shows what it writes", async () => {
      const { sandbox } = await sharedGiven();
      expect(await sandbox.run({ command: `${LOOK}; stty size; echo late >&2; exit 7`, pty })).toEqual({
        exitCode: 7,
        stdout: "0\r\n1\r\n2\r\n33 77\r\nlate\r\n",
        stderr: "",
      });
    });

    it("has the command's directory, environment and end by a signal", async () => {
      const { sandbox } = await sharedGiven();
      const options = { pty, workingDirectory: "/tmp", env: { GIVEN: "a 'b' \"c\" $d" } };
      const { stdout } = await sandbox.run({ command: 'pwd; echo "$GIVEN"', ...options });
      expect(stdout).toBe("/tmp\r\na 'b' \"c\" $d\r\n");
      expect((await sandbox.run({ command: "kill -KILL $$", pty })).exitCode).toBe(137);
    });

    it("is typed on by the standard input, whose end is an end of file", async () => {
      const { sandbox } = await sharedGiven();
      expect((await sandbox.run({ command: "cat; echo end", pty })).stdout).toContain("end\r\n");
      if (!capabilities.stdin) return;
      const command = "read -r line; echo [$line]; cat; echo end";
      const typed = await sandbox.run({ command, pty, stdin: streamOf("first\nsecond\n") });
      expect(typed.stdout).toContain("[first]\r\n");
      expect(typed.stdout).toContain("second\r\nend\r\n");
    });

    it("of no possible size is refused", async () => {
      const { sandbox } = await sharedGiven();
      for (const columns of [0, -1, 1.5, 1_001, Number.NaN]) {
        const run = sandbox.run({ command: "true", pty: { columns, rows: 24 } });
        expect(await codeOf(run)).toBe("invalid_request");
      }
    });

    it("does not keep a command from being killed, nor what it left in sessions of their own", async () => {
      const place = await sharedGiven();
      const stop = new AbortController();
      const command = `setsid bash -c 'trap "" TERM HUP; ${beats("away")}' & trap "" TERM HUP INT; ${beats("here")}`;
      const { ended } = start(place.sandbox, { command, pty, abortSignal: stop.signal });
      for (const file of ["here", "away"]) await eventually("it runs", () => isThere(place.files, file));
      stop.abort();
      expect(await ended).toEqual({ exitCode: 137 });
      expect(await growing(place, ["here", "away"])).toEqual([]);
    });
  });
}
