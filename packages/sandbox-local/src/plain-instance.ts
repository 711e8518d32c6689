import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  neverStarted,
  sandboxUnavailable,
  type CommandOptions,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import {
  quote,
  SandboxInstance,
  toWebStream,
  type InstanceContext,
  type StartedCommand,
} from "@workspace-agent/sandbox-process";
import { changingTo, USUAL } from "./command-shell.ts";
import { signalProcess } from "./kill.ts";
import type { PlainShell } from "./plain-shell.ts";
import { startProcess } from "./start-process.ts";
import { inTerminal } from "./terminal.ts";

interface Started {
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exited: Promise<number>;
}

/** How long the output of a command is read after its exit, while children have its pipes open. */
const DRAIN_MS = 2_000;

/** The path on this host for a path in the sandbox: below a mount it is in the volume's folder, else it is the same. */
function hostPathOf(path: string, spec: SandboxSpec): string {
  const mount = spec.mounts.find(({ target }) => path === target || path.startsWith(`${target}/`));
  return mount?.volume.hostPath === undefined
    ? path
    : mount.volume.hostPath + path.slice(mount.target.length);
}

/** Runs commands as plain processes of this host, in the workspace's folder. They see no `/workspace`, and nothing confines them. */
export class PlainInstance extends SandboxInstance {
  protected readonly description = `Commands run on the host itself, without isolation. The workspace's folder is ${hostPathOf("/workspace", this.spec)}; commands, rg and find among them, know it by that path only: for them there is no /workspace.`;

  constructor(
    spec: SandboxSpec,
    context: InstanceContext,
    private readonly terminal: string | null,
    /** Null: this host cannot make its pipes. */
    private readonly shell: PlainShell | null,
  ) {
    super(spec, context);
  }

  private wordsOf(script: string, pty: CommandOptions["pty"]): [string, ...string[]] {
    if (pty === undefined) return ["/bin/bash", "--norc", "-c", script];
    return inTerminal(this.terminal, pty)(`/bin/bash --norc -c ${quote(script)}`);
  }

  get isRunning(): boolean {
    return !this.commands.isEmpty;
  }

  /** Starts it in a process group of its own, whose id is that of the process; null: aborted before. */
  private async started(options: CommandOptions): Promise<Started | null> {
    const directory = hostPathOf(options.workingDirectory ?? "/workspace", this.spec);
    const env = {
      PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      HOME: hostPathOf("/workspace", this.spec),
      LANG: "C.UTF-8",
      TERM: "dumb",
      ...options.env,
    };
    const isUsual = options.pty === undefined && options.stdin === undefined;
    if (isUsual && this.shell !== null) {
      const command = { command: options.command, directory, env, ...USUAL };
      return this.shell.run(command, options.abortSignal);
    }
    const [file, ...words] = this.wordsOf(`${changingTo(directory)}; ${options.command}`, options.pty);
    const stdio = [options.stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"] as const;
    const { child, exited } = startProcess(file, words, { cwd: "/", env, stdio });
    const { pid, stdin, stdout, stderr } = child;
    if (pid === undefined || stdout === null || stderr === null)
      throw sandboxUnavailable("bash could not be started.");
    return { pid, stdin, stdout, stderr, exited };
  }

  protected async begin(options: CommandOptions): Promise<StartedCommand> {
    const started = await this.started(options);
    if (started === null) return neverStarted();
    const { pid, stdin, stdout, stderr, exited } = started;
    const finished = exited.then((exitCode) => {
      signalProcess(-pid, "SIGKILL");
      // A child that left the group may keep the pipes open.
      void sleep(DRAIN_MS, undefined, { ref: false }).then(() =>
        [stdout, stderr].forEach((stream) => stream.destroy()),
      );
      return { exitCode };
    });
    return {
      pid,
      stdin,
      stdout: toWebStream(stdout),
      stderr: toWebStream(stderr),
      wait: () => finished,
      async kill() {
        signalProcess(-pid, "SIGKILL");
        await exited;
      },
    };
  }

  protected stop(): Promise<void> {
    return this.commands.killAll();
  }
}
