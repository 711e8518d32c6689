import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError, type Logger } from "@workspace-agent/core";
import type { CommandOptions, SandboxProcess, SandboxSpec } from "@workspace-agent/core/ports";
import { execa } from "execa";
import {
  exitOf,
  feed,
  neverStarted,
  Place,
  toWebStream,
  type WatchedAreas,
} from "@workspace-agent/sandbox-place";
import { signalProcess } from "./kill.ts";
import type { PlainShell } from "./plain-shell.ts";
import { quote } from "./script.ts";
import { inTerminal, noTerminal } from "./terminal.ts";

interface Started {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<number>;
}

/** How long what a command wrote is waited for after its exit, while children hold its pipes open. */
const DRAIN_MS = 2_000;

/** Where a path as the sandbox names it is on this host: below a mount its volume's folder, else the path itself. */
function hostPathOf(path: string, spec: SandboxSpec): string {
  const mount = spec.mounts.find(({ target }) => path === target || path.startsWith(`${target}/`));
  return mount?.volume.hostPath === undefined
    ? path
    : mount.volume.hostPath + path.slice(mount.target.length);
}

/** Plain processes of this host in the workspace's folder: for commands there is no `/workspace`, and nothing is kept from them. */
export class PlainPlace extends Place {
  protected readonly description = `Commands run on the host itself, without isolation. The workspace's folder is ${hostPathOf("/workspace", this.spec)}; commands, rg and find among them, know it by that path only: for them there is no /workspace.`;

  constructor(
    spec: SandboxSpec,
    logger: Logger,
    private readonly terminal: string | null,
    /** Null: this host has nothing to make its pipes with. */
    private readonly shell: PlainShell | null,
    areas: WatchedAreas,
  ) {
    super(spec, logger, areas);
  }

  private wordsOf({ command, pty }: CommandOptions): [string, ...string[]] {
    if (pty === undefined) return ["/bin/bash", "--norc", "-c", command];
    if (this.terminal === null) throw noTerminal();
    return inTerminal(this.terminal, pty, `/bin/bash --norc -c ${quote(command)}`);
  }

  get isRunning(): boolean {
    return !this.commands.isEmpty;
  }

  /** In a process group of its own, whose id is that of the process; null: aborted before it began. */
  private async started(options: CommandOptions): Promise<Started | null> {
    const command = {
      command: options.command,
      directory: hostPathOf(options.workingDirectory ?? "/workspace", this.spec),
      env: {
        PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        HOME: hostPathOf("/workspace", this.spec),
        LANG: "C.UTF-8",
        TERM: "dumb",
        ...options.env,
      },
    };
    const isUsual = options.pty === undefined && options.stdin === undefined;
    if (isUsual && this.shell !== null) {
      const process = await this.shell.run(command, options.abortSignal);
      return process === null ? null : { stdin: null, ...process };
    }
    const [file, ...words] = this.wordsOf(options);
    const subprocess = execa(file, words, {
      cwd: command.directory,
      stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      env: command.env,
      extendEnv: false,
      buffer: false,
      reject: false,
      detached: true,
      encoding: "buffer",
    });
    const { pid, stdin, stdout, stderr, nodeChildProcess } = subprocess;
    if (pid === undefined) throw new DomainError("sandbox_unavailable", "bash could not be started.");
    return { pid, stdin, stdout, stderr, exited: exitOf(nodeChildProcess) };
  }

  protected async begin(options: CommandOptions): Promise<SandboxProcess> {
    const started = await this.started(options);
    if (started === null) return neverStarted();
    const { pid, stdin, stdout, stderr, exited } = started;
    const kill = async () => {
      signalProcess(-pid, "SIGKILL");
      await exited;
    };
    const onAbort = () => {
      kill().catch((error: unknown) => {
        this.logger.error({ error, pid }, "a command could not be killed");
      });
    };
    if (options.abortSignal?.aborted === true) onAbort();
    options.abortSignal?.addEventListener("abort", onAbort, { once: true });
    const finished = exited.then((exitCode) => {
      options.abortSignal?.removeEventListener("abort", onAbort);
      signalProcess(-pid, "SIGKILL");
      // A child that left the group may still hold the pipes: nobody waits for it.
      void sleep(DRAIN_MS, undefined, { ref: false }).then(() =>
        [stdout, stderr].forEach((stream) => stream.destroy()),
      );
      return { exitCode };
    });
    const process = {
      pid,
      stdout: toWebStream(stdout),
      stderr: toWebStream(stderr),
      wait: () => finished,
      kill,
    };
    if (options.stdin !== undefined && stdin !== null) feed(options.stdin, stdin, process, this.logger);
    return process;
  }

  protected stop(): Promise<void> {
    return this.commands.killAll();
  }

  remove(): Promise<void> {
    return this.end();
  }
}
