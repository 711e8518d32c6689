import { describe, expect, it } from "vitest";
import type { Given } from "./given.ts";

export function environmentSuite({ made, sharedGiven }: Given): void {
  describe("the environment of a command", () => {
    it("holds what a program needs, and nothing of the host", async () => {
      const { sandbox } = await sharedGiven();
      const { stdout } = await sandbox.run({ command: "env" });
      const names = stdout
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => line.slice(0, line.indexOf("=")));
      for (const name of ["PATH", "HOME", "LANG", "TERM"]) expect(names).toContain(name);
      expect(stdout).not.toContain(made().canary);
      const hosts = ["NODE_ENV", "NODE_OPTIONS", "VITEST", "npm_config_registry", "SSH_AUTH_SOCK"];
      expect(names.filter((name) => hosts.includes(name))).toEqual([]);
    });

    it("shows nothing of the host's through /proc", async () => {
      const { sandbox } = await sharedGiven();
      const { stdout } = await sandbox.run({
        command: "cat /proc/*/environ /proc/*/cmdline 2>/dev/null; true",
      });
      expect(stdout).not.toContain(made().canary);
    });

    it("holds what the caller adds, byte for byte", async () => {
      const { sandbox } = await sharedGiven();
      const env = {
        PLAIN: "value",
        EMPTY: "",
        SPACED: "  two  words ",
        HOSTILE: "$(echo no) `echo no` \"'\\ ; # *",
        LINES: "a\nb\n\nc",
        WIDE: "Grüße, 世界 🌍",
        PATH: "/somewhere:/usr/bin:/bin",
      };
      const command = Object.keys(env)
        .map((name) => `printf '%s|' "$${name}"`)
        .join("\n");
      expect((await sandbox.run({ command, env })).stdout).toBe(`${Object.values(env).join("|")}|`);
    });

    it("is exported to what the command starts, and gone for the next", async () => {
      const { sandbox } = await sharedGiven();
      const inner = await sandbox.run({ command: "bash -c 'echo $GIVEN'", env: { GIVEN: "here" } });
      expect(inner.stdout).toBe("here\n");
      await sandbox.run({ command: "export LEFT=over" });
      expect((await sandbox.run({ command: "echo [$GIVEN$LEFT]" })).stdout).toBe("[]\n");
    });

    it("has a home directory that can be written to", async () => {
      const { sandbox } = await sharedGiven();
      expect((await sandbox.run({ command: "echo kept > ~/.file && cd && cat .file" })).stdout).toBe(
        "kept\n",
      );
      expect((await sandbox.run({ command: 'cat "$HOME/.file"; rm ~/.file' })).stdout).toBe("kept\n");
    });
  });
}
