import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { aMarker, processesWith, whyNoBubblewrap } from "./bubblewrap.test-support.ts";

const MARKER = aMarker();

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: the end of a killed server's commands, since ${reason}\n`);

it.skipIf(reason !== null)(
  "the local sandbox leaves nothing when its server is killed, whatever its commands did to outlive it",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "killed-server-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const script = fileURLToPath(new URL("./server-to-kill.test-support.ts", import.meta.url));
    const server = spawn(process.execPath, [script, folder], {
      env: { PATH: process.env["PATH"] ?? "", MARKER },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await new Promise<void>((resolve, reject) => {
        server.stdout.once("data", () => resolve());
        server.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
      });
      await expect.poll(async () => (await readdir(folder)).toSorted()).toEqual(["second", "started"]);
      expect((await processesWith(MARKER)).length).toBeGreaterThan(2);
    } finally {
      server.kill("SIGKILL");
    }
    await expect.poll(() => processesWith(MARKER)).toEqual([]);
  },
);
