import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { expect, it } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { quote } from "@workspace-agent/sandbox-process";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const isSkipped = skips("what a server has inherited", await whyNoBubblewrap());

it.skipIf(isSkipped)(
  "no process of a sandbox has the inherited descriptors of the server, with or without a terminal",
  async () => {
    const folder = await newFolder();
    const script = fileURLToPath(new URL("./inherited.test-support.ts", import.meta.url));
    const words = [process.execPath, script, folder].map(quote).join(" ");
    const { stdout } = await execa("/bin/bash", ["-c", `exec 249</usr/share; exec ${words}`]);
    expect(stdout).toContain("/dev/pts/0");
    expect(stdout).not.toContain("/usr/share");
  },
);
