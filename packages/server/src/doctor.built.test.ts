import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { expect, test } from "vitest";
import { MAIN } from "./running-server.test-support.ts";
import { aMarker, processesWith } from "../../sandbox-process/src/testing/host.ts";
import { skips, whyNotStarted } from "../../sandbox-process/src/testing/needs.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const isSkipped = skips("what an interrupted doctor leaves", await whyNotStarted(localSandbox()));

test.skipIf(isSkipped)(
  "a doctor that is interrupted leaves no process and no folder on the host",
  async () => {
    const folder = await newFolder();
    const marker = aMarker();
    const child = spawn(process.execPath, [MAIN, "doctor"], {
      env: {
        // Also in the environment of what the doctor starts on the host.
        PATH: `${process.env["PATH"] ?? ""}:/${marker}`,
        TMPDIR: folder,
        SANDBOX: "local",
        DATA_DIR: join(folder, "data"),
      },
      stdio: ["ignore", "pipe", "inherit"],
      // A process group of its own, to which the signal goes, as from a terminal.
      detached: true,
    });
    const ended = once(child, "exit");
    for await (const line of createInterface({ input: child.stdout })) if (/^ok /.test(line)) break;
    const folders: string[] = [];
    for (const pid of await processesWith(marker)) {
      const words = await readFile(`/proc/${pid}/cmdline`, "latin1");
      if (words.includes("targets.pl")) folders.push(await readlink(`/proc/${pid}/cwd`));
    }
    expect(folders).toHaveLength(1);
    process.kill(-(child.pid ?? NaN), "SIGINT");
    expect(await ended).toEqual([null, "SIGINT"]);
    await expect.poll(() => processesWith(marker)).toEqual([]);
    expect(folders.filter(existsSync)).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  },
);
