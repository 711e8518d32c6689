import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeSandboxContract } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe } from "vitest";
import { whyNoBubblewrap } from "./bubblewrap.test-support.ts";
import { localSandbox } from "./index.ts";

const CANARY = "canary-of-the-host-environment";
process.env["WORKSPACE_AGENT_CANARY"] = CANARY;

const capabilities = {
  background: true,
  network: true,
  quota: false,
  stdin: true,
  pty: true,
  hostPath: true,
};

async function ofProcesses(file: "environ" | "cmdline"): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/${file}`, "latin1").catch(() => "");
    found.set(Number(name), text.replaceAll("\0", " "));
  }
  return found;
}

const reason = await whyNoBubblewrap();
if (reason !== null) console.warn(`\nSKIPPED: the contract of the local sandbox, since ${reason}\n`);

describe.skipIf(reason !== null)(reason ?? "with bubblewrap", () => {
  describeSandboxContract("the local sandbox", capabilities, async () => {
    const dir = await mkdtemp(join(tmpdir(), "sandbox-local-"));
    return {
      provider: localSandbox({ dir: join(dir, "sandboxes") }),
      volumes: folderVolumes({ dir: join(dir, "files") }),
      withoutEngine: localSandbox({ bwrapPath: join(dir, "no-bwrap") }),
      canary: CANARY,
      hostProcesses: async (text) =>
        [...(await ofProcesses("environ"))].flatMap(([pid, environ]) =>
          environ.includes(text) ? [pid] : [],
        ),
      hostArguments: async () => [...(await ofProcesses("cmdline")).values()].join("\n"),
      remove: () => rm(dir, { recursive: true, force: true }),
    };
  });
});
