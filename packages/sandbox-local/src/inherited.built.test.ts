import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { quote } from "@workspace-agent/sandbox-process";

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: what a server has inherited, since ${reason}\n`);

it.skipIf(reason !== null)(
  "no process of a sandbox has the inherited descriptors of the server, with or without a terminal",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "inherited-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const script = fileURLToPath(new URL("./inherited.test-support.ts", import.meta.url));
    const words = [process.execPath, script, folder].map(quote).join(" ");
    const { stdout } = await execa("/bin/bash", ["-c", `exec 249</usr/share; exec ${words}`]);
    expect(stdout).toContain("/dev/pts/0");
    expect(stdout).not.toContain("/usr/share");
  },
);
