import { setTimeout as sleep } from "node:timers/promises";
import {
  DomainError,
  runToEnd,
  sandboxFiles,
  type CommandOptions,
  type Sandbox,
  type SandboxProcess,
  type SandboxSpec,
} from "@workspace-agent/core";
import { execa } from "execa";
import { neverStarted } from "./command-process.ts";
import { filesInside, type RunInside } from "./files-inside.ts";
import { signalProcess } from "./kill.ts";
import type { Place } from "./place.ts";
import { RunningCommands } from "./running-commands.ts";
import { toWebStream } from "./web-stream.ts";

/** How long what a command wrote is waited for after its exit, while children hold its pipes open. */
const DRAIN_MS = 2_000;

/** Where a path as the sandbox names it is on this host: below a mount its volume's folder, else the path itself. */
function hostPathOf(path: string, spec: SandboxSpec): string {
  const mount = spec.mounts.find(({ target }) => path === target || path.startsWith(`${target}/`));
  return mount?.volume.hostPath === undefined
    ? path
    : mount.volume.hostPath + path.slice(mount.target.length);
}

/** Plain processes of this host in the workspace's folder: there is no `/workspace`, and nothing is kept from them. */
export class PlainPlace implements Place {
  private readonly commands = new RunningCommands();

  get isRunning(): boolean {
    return !this.commands.isEmpty;
  }

  open(spec: SandboxSpec): Sandbox {
    const spawn: RunInside = async (options) =>
      options.abortSignal?.aborted
        ? neverStarted()
        : this.commands.start(options.group, () => this.begin(spec, options));
    const folder = hostPathOf("/workspace", spec);
    return {
      description: `Commands run on the host itself, without isolation. The workspace's folder is ${folder}; there is no /workspace for commands.`,
      ...sandboxFiles(spec.mounts, filesInside(spawn)),
      spawn,
      run: async (options) => runToEnd(await spawn(options)),
      killGroup: (group) => this.commands.killGroup(group),
    };
  }

  private async begin(
    spec: SandboxSpec,
    options: CommandOptions & { readonly stdin?: ReadableStream<Uint8Array> },
  ): Promise<SandboxProcess> {
    const subprocess = execa("/bin/bash", ["-c", options.command], {
      cwd: hostPathOf(options.workingDirectory ?? "/workspace", spec),
      stdio: [options.stdin ?? "ignore", "pipe", "pipe"],
      env: {
        PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        HOME: hostPathOf("/workspace", spec),
        LANG: "C.UTF-8",
        TERM: "dumb",
        ...options.env,
      },
      extendEnv: false,
      buffer: false,
      reject: false,
      detached: true,
      encoding: "buffer",
    });
    const { pid, stdout, stderr } = subprocess;
    if (pid === undefined) throw new DomainError("sandbox_unavailable", "bash could not be started.");
    const exited = new Promise<number>((resolve) => {
      subprocess.nodeChildProcess.once("exit", (code, signal) =>
        resolve(code ?? (signal === "SIGTERM" ? 143 : 137)),
      );
    });
    const killGroup = () => signalProcess(-pid, "SIGKILL");
    const finished = exited.then((exitCode) => {
      killGroup();
      // A child that left the group may still hold the pipes: nobody waits for it.
      void sleep(DRAIN_MS, undefined, { ref: false }).then(() =>
        [stdout, stderr].forEach((stream) => stream.destroy()),
      );
      return { exitCode };
    });
    const kill = async () => {
      killGroup();
      await exited;
    };
    options.abortSignal?.addEventListener("abort", () => void kill(), { once: true });
    return { pid, stdout: toWebStream(stdout), stderr: toWebStream(stderr), wait: () => finished, kill };
  }

  stop(): Promise<void> {
    return this.commands.killAll();
  }

  remove(): Promise<void> {
    return this.stop();
  }
}
