import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { silentLogger } from "@workspace-agent/core";
import { expect, it } from "vitest";
import { exitOf } from "./commands/exit-code.ts";
import { feed } from "./commands/feed.ts";
import { killOnAbort } from "./commands/kill-on-abort.ts";
import { toWebStream } from "./commands/web-stream.ts";
import { filesInside } from "./files-inside.ts";
import { newFolder } from "./testing/new-folder.ts";

/** The files of this host. A command runs `first` before its own work. */
const filesAfter = (first: string) =>
  filesInside(async ({ command, env, stdin, abortSignal }) => {
    const child = spawn("/bin/bash", ["--norc", "-c", `${first}; ${command}`], { env: { ...env } });
    const exited = exitOf(child);
    const process = {
      stdout: toWebStream(child.stdout),
      stderr: toWebStream(child.stderr),
      wait: async () => ({ exitCode: await exited }),
      kill: async () => void child.kill("SIGKILL"),
    };
    killOnAbort(process, abortSignal, silentLogger);
    if (stdin !== undefined) feed(stdin, child.stdin, process, silentLogger);
    return process;
  });

const content = () => new Blob(["text"]).stream();

it.each([
  ["has no space left for a file", "trap '' XFSZ; ulimit -f 0"],
  [
    "was filled by the write",
    "echo '[disk full: /tmp takes 2 MiB of 1 MiB; the command was killed]' >&2; kill -KILL $$",
  ],
])("a write where the disk %s is `quota_exceeded`", async (_, first) => {
  const path = join(await newFolder(), "file");
  await expect(filesAfter(first).write(path, content())).rejects.toMatchObject({ code: "quota_exceeded" });
});

it("an access that is aborted fails with the signal's reason", async () => {
  const stop = new AbortController();
  const looking = filesAfter("kill -STOP $$").stat("/", stop.signal);
  const reason = new Error("stopped");
  stop.abort(reason);
  await expect(looking).rejects.toBe(reason);
});

it("a file is written into a new folder whose name ends with line feeds", async () => {
  const path = join(await newFolder(), "folder\n\n", "file");
  await filesAfter(":").write(path, content());
  expect(await readFile(path, "utf8")).toBe("text");
});
