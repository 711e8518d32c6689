import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { built } from "../code.mjs";
import { median, milliseconds, row } from "../figures.mjs";
import { inFolder } from "../server.mjs";

const ROUNDS = 200;
const MOST_RATIO = 2;

/** The namespaces and mounts of our commands, and nothing around them. */
const BARE = [
  ["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net", "--die-with-parent"],
  ["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib"],
  ["--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
  ["/bin/bash", "-c", "true"],
].flat();

function startBare() {
  return new Promise((resolve, reject) => {
    const child = spawn("bwrap", BARE, { stdio: "ignore" });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`bwrap ended with ${code}`))));
  });
}

/** The shortest time of a model between two commands, in which the sandbox prepares the next one. */
const PAUSE_MS = 30;

async function timed(work) {
  await setTimeout(PAUSE_MS);
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export async function measure() {
  const { localSandbox } = await built("sandbox-local");
  const { folderVolumes } = await built("volume-folder");
  return await inFolder(async (folder) => {
    const provider = localSandbox({ dir: join(folder, "sandboxes") });
    await provider.start();
    try {
      const volume = await folderVolumes({ dir: join(folder, "files") }).workspace("ws_bench");
      const sandbox = await provider.open({
        workspaceId: "ws_bench",
        mounts: [{ target: "/workspace", volume, access: "write" }],
        image: null,
        cpus: 2,
        memoryMb: 1024,
        diskMb: 1024,
        network: "none",
      });
      const run = async () => await sandbox.run({ command: "true" });
      await run();
      const [ours, bare] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        bare.push(await timed(startBare));
        ours.push(await timed(run));
      }
      const ratio = median(ours) / median(bare);
      return [
        row("a command in the local sandbox", {
          measured: milliseconds(median(ours)),
          bare: milliseconds(median(bare)),
          budget: `≤ ${MOST_RATIO} × a bare bubblewrap`,
          isMet: ratio <= MOST_RATIO,
          figures: { ms: median(ours), bare_ms: median(bare), ratio },
        }),
      ];
    } finally {
      await provider.close();
    }
  });
}
