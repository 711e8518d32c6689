import { execFile } from "node:child_process";
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { timed } from "../beside-bare.mjs";
import { built } from "../code.mjs";
import { median, milliseconds, row, times } from "../figures.mjs";
import { inFolder } from "../server.mjs";

const ROUNDS = 200;
const COLD_ROUNDS = 12;
/** Beyond the command itself, in milliseconds. A plain docker exec on the same machine is the bare figure. */
const MOST_ADDED_MS = 15;
const MOST_COLD = 1.5;
const IMAGE = process.env.SANDBOX_TEST_IMAGE ?? "workspace-agent/sandbox-test";

const run = promisify(execFile);

/** A container with the limits and mounts of ours. */
function bareRun(folder) {
  const limits = [
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
    "--read-only",
    "--pids-limit",
    "256",
  ];
  const sizes = ["--memory", "1024m", "--memory-swap", "1024m", "--cpus", "2", "--network", "none"];
  const places = [
    "--user",
    "1000:1000",
    "--tmpfs",
    "/tmp",
    "--mount",
    `type=bind,source=${folder},target=/workspace`,
  ];
  return run("docker", [
    "run",
    "--rm",
    ...limits,
    ...sizes,
    ...places,
    "--entrypoint",
    "bash",
    IMAGE,
    "-c",
    "true",
  ]);
}

/** How long the command itself takes inside, measured by bash: starting and ending a shell. */
async function itself(sandbox) {
  const loop = `t=$EPOCHREALTIME; for ((i = 0; i < ${ROUNDS}; i++)); do bash -c true; done; echo $((\${EPOCHREALTIME/./} - \${t/./}))`;
  const { stdout } = await sandbox.run({ command: loop });
  return Number(stdout) / 1_000 / ROUNDS;
}

export async function measure() {
  const { dockerSandbox, ownerOfFiles } = await built("sandbox-docker");
  const { folderVolumes } = await built("volume-folder");
  const { memoryStore } = await built("core", "memory/index.js");
  return await inFolder(async (folder) => {
    const provider = dockerSandbox({
      image: IMAGE,
      containers: memoryStore().containers,
      placement: folder,
      dir: join(folder, "sandboxes"),
    });
    try {
      await provider.start();
    } catch (error) {
      process.stderr.write(`SKIPPED: the container sandbox: ${error.detail ?? error}\n`);
      return [];
    }
    try {
      const volumes = folderVolumes({ dir: join(folder, "files"), ...ownerOfFiles() });
      const open = async (workspaceId) =>
        await provider.open({
          workspaceId,
          mounts: [{ target: "/workspace", volume: await volumes.workspace(workspaceId), access: "write" }],
          image: null,
          cpus: 2,
          memoryMb: 1024,
          diskMb: 1024,
          network: "none",
        });
      const bareFolder = join(folder, "bare");
      mkdirSync(bareFolder);
      if (process.getuid() === 0) chownSync(bareFolder, 1000, 1000);

      const [cold, bareCold] = [[], []];
      for (let round = 0; round < COLD_ROUNDS; round++) {
        const sandbox = await open(`ws_cold_${round}`);
        bareCold.push(await timed(() => bareRun(bareFolder)));
        cold.push(await timed(() => sandbox.run({ command: "true" })));
        await provider.remove(`ws_cold_${round}`);
      }

      const sandbox = await open("ws_warm");
      await sandbox.run({ command: "true" });
      const { stdout: names } = await run("docker", [
        "ps",
        "--quiet",
        "--filter",
        `label=workspace-agent.placement=${folder}`,
      ]);
      const [warm, exec] = [[], []];
      const command = await itself(sandbox);
      for (let round = 0; round < ROUNDS; round++) {
        warm.push(await timed(() => sandbox.run({ command: "true" })));
        if (round % 5 === 0)
          exec.push(await timed(() => run("docker", ["exec", names.trim(), "bash", "-c", "true"])));
      }
      const added = median(warm) - command;
      const ofExec = added / (median(exec) - command);
      const ratio = median(cold) / median(bareCold);
      return [
        row("a command in a warm container, beyond the command itself", {
          measured: `${milliseconds(added)} (${times(ofExec)})`,
          bare: milliseconds(median(exec) - command),
          budget: `≤ ${MOST_ADDED_MS} ms`,
          isMet: added <= MOST_ADDED_MS,
          figures: {
            ms: median(warm),
            command_ms: command,
            added_ms: added,
            exec_ms: median(exec),
            ratio: ofExec,
          },
        }),
        row("the first command of a workspace in a container", {
          measured: `${milliseconds(median(cold))} (${times(ratio)})`,
          bare: milliseconds(median(bareCold)),
          budget: `≤ ${MOST_COLD} × docker run`,
          isMet: ratio <= MOST_COLD,
          figures: { ms: median(cold), bare_ms: median(bareCold), ratio },
        }),
      ];
    } finally {
      await provider.close();
    }
  });
}
