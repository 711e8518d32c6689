import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "@workspace-agent/core/memory";
import { describeSandboxContract } from "@workspace-agent/core/testing";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe } from "vitest";
import { TEST_IMAGE, whyNoDocker } from "./docker.test-support.ts";
import { dockerSandbox } from "./index.ts";

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

const reason = await whyNoDocker();
if (reason !== null) console.warn(`\nSKIPPED: the contract of the container sandbox, since ${reason}\n`);

describe.skipIf(reason !== null)(reason ?? "with a container engine", () => {
  describeSandboxContract("the container sandbox", capabilities, async () => {
    const dir = await realpath(await mkdtemp(join(tmpdir(), "sandbox-docker-")));
    const options = { image: TEST_IMAGE, containers: memoryStore().containers, placement: dir };
    return {
      provider: dockerSandbox({ ...options, dir: join(dir, "sandboxes") }),
      volumes: folderVolumes({
        dir: join(dir, "files"),
        ...(process.getuid?.() === 0 && { uid: 1000, gid: 1000 }),
      }),
      withoutEngine: dockerSandbox({
        ...options,
        environment: { ...process.env, DOCKER_HOST: `unix://${dir}/no.sock` },
      }),
      canary: CANARY,
      hasImages: true,
      hostProcesses: async (text) =>
        [...(await ofProcesses("environ"))].flatMap(([pid, environ]) =>
          environ.includes(text) ? [pid] : [],
        ),
      hostArguments: async () => [...(await ofProcesses("cmdline")).values()].join("\n"),
      remove: () => rm(dir, { recursive: true, force: true }),
    };
  });
});
