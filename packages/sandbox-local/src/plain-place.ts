import { setTimeout as sleep } from "node:timers/promises";
import {
  DomainError,
  type CommandOptions,
  type Logger,
  type SandboxProcess,
  type SandboxSpec,
} from "@workspace-agent/core";
import { execa } from "execa";
import { exitOf, feed, Place, toWebStream } from "@workspace-agent/sandbox-place";
import { signalProcess } from "./kill.ts";
import { quote } from "./script.ts";
import { inTerminal, noTerminal } from "./terminal.ts";

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
  ) {
    super(spec, logger);
  }

  private wordsOf({ command, pty }: CommandOptions): [string, ...string[]] {
    if (pty === undefined) return ["/bin/bash", "--norc", "-c", command];
    if (this.terminal === null) throw noTerminal();
    return inTerminal(this.terminal, pty, `/bin/bash --norc -c ${quote(command)}`);
  }

  get isRunning(): boolean {
    return !this.commands.isEmpty;
  }

  protected async begin(options: CommandOptions): Promise<SandboxProcess> {
    const [file, ...words] = this.wordsOf(options);
    const subprocess = execa(file, words, {
      cwd: hostPathOf(options.workingDirectory ?? "/workspace", this.spec),
      stdio: [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      env: {
        PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        HOME: hostPathOf("/workspace", this.spec),
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
    const { pid, stdin, stdout, stderr, nodeChildProcess } = subprocess;
    if (pid === undefined) throw new DomainError("sandbox_unavailable", "bash could not be started.");
    const exited = exitOf(nodeChildProcess);
    const kill = async () => {
      signalProcess(-pid, "SIGKILL");
      await exited;
    };
    const onAbort = () => {
      kill().catch((error: unknown) => {
        this.logger.error({ error, pid }, "a command could not be killed");
      });
    };
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
