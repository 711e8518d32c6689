import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  describeNetwork,
  type CommandOptions,
  type SandboxMount,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import {
  neverStarted,
  SandboxInstance,
  toWebStream,
  workspaceDir,
  type DiskArea,
  type InstanceContext,
  type Part,
  type StartedCommand,
} from "@workspace-agent/sandbox-process";
import { scratchArea } from "@workspace-agent/volume-folder";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";
import type { Engine } from "./engine.ts";
import { InstanceLimits } from "./limits/instance-limits.ts";
import { NamespaceHolder } from "./namespace-holder.ts";
import { InstanceNetwork } from "./network/instance-network.ts";
import { withOpenMounts, type OpenMount } from "./open-mounts.ts";
import { startInTime } from "./start-in-time.ts";
import { inTerminal } from "./terminal.ts";
import { WarmSandboxes } from "./warm-sandboxes.ts";

const SHARED_FOLDERS = ["tmp", "home"];

/**
 * Standard input arrives by a named pipe, and who opens that as /dev/stdin after its end would wait for another writer: `cat` copies it into
 * a pipe without a name. Two forks keep it out of the jobs that a `wait` waits for.
 */
const INPUT = "exec < <(/bin/cat <&0 &)";

/** What an instance has while it is in use. */
interface Used {
  readonly holder: NamespaceHolder;
  readonly sandboxes: WarmSandboxes;
}

/** Runs the commands of a workspace in a bubblewrap that it has while it is in use. */
export class BubblewrapInstance extends SandboxInstance {
  protected readonly description: string;
  private used: Promise<Used> | null = null;
  private readonly limits: InstanceLimits;
  private readonly network: InstanceNetwork | null;
  /** The commands of the workspace share the folders in it. */
  private readonly dir: string;

  constructor(
    private readonly engine: Engine,
    spec: SandboxSpec,
    context: InstanceContext,
  ) {
    super(spec, context);
    const { network, workspaceId } = spec;
    this.dir = workspaceDir(engine.dir, workspaceId);
    this.limits = new InstanceLimits(engine.hierarchy, spec, this.logger);
    this.network =
      network === "none" ? null : new InstanceNetwork(network, engine.network, engine.nsenter, this.refuse);
    this.description = `Commands run confined on a Linux host, as the user agent, with the programs that the host has in /usr. ${describeNetwork(network, engine.network.ports)}`;
  }

  protected override scratch(): readonly DiskArea[] {
    const folders = SHARED_FOLDERS.map((name) => join(this.dir, name));
    return [scratchArea("/tmp and the home folder", this.dir, folders, this.spec.diskMb)];
  }

  get isRunning(): boolean {
    return this.used !== null;
  }

  protected begin(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    part: Part,
  ): Promise<StartedCommand> {
    return startInTime(async (signal) => {
      await this.inUse();
      return this.limits.during(() =>
        withOpenMounts(mounts, (open) => this.started(options, open, { part, signal })),
      );
    }, options.abortSignal);
  }

  private async started(
    { command, env, stdin, pty, workingDirectory = "/workspace" }: CommandOptions,
    mounts: readonly OpenMount[],
    { part, signal }: { readonly part: Part; readonly signal: AbortSignal },
  ): Promise<StartedCommand> {
    const { sandboxes } = await this.inUse();
    const sandbox = await sandboxes.of(mounts);
    const terminal = pty === undefined ? null : inTerminal(this.engine.terminal, pty);
    const limits = this.limits.shell(part);
    const process = await sandbox.run(
      {
        command,
        directory: workingDirectory,
        env: { ...this.network?.env, ...env },
        preparation: stdin === undefined || pty !== undefined ? limits : `${limits}; ${INPUT}`,
        part,
        hasStdin: stdin !== undefined,
        inTerminal: terminal,
      },
      signal,
    );
    if (process === null) return neverStarted();
    const finished = process.exited.then(async (exitCode) => {
      await sandbox.end(process);
      return { exitCode };
    });
    return {
      stdin: process.stdin,
      stdout: toWebStream(process.stdout),
      stderr: toWebStream(process.stderr),
      wait: () => finished,
      async kill() {
        await sandbox.end(process);
        process.giveUp();
        await finished;
      },
    };
  }

  /** The resources in use, made once for all commands that wait for them, and again after the holder has died. */
  private async inUse(): Promise<Used> {
    for (;;) {
      const making = (this.used ??= this.use());
      const used = await making.catch((error: unknown) => {
        if (this.used === making) this.used = null;
        throw error;
      });
      if (used.holder.isRunning) return used;
      if (this.used === making) this.used = null;
      await used.sandboxes.close();
    }
  }

  private async use(): Promise<Used> {
    for (const name of SHARED_FOLDERS) await mkdir(join(this.dir, name), { recursive: true, mode: 0o700 });
    const holder = await NamespaceHolder.start(this.engine);
    try {
      await this.network?.open(holder.pid);
      await this.limits.open();
    } catch (error) {
      await holder.stop();
      throw error;
    }
    const shared = {
      tmp: join(this.dir, "tmp"),
      home: join(this.dir, "home"),
      sharedMemoryBytes: Math.floor((this.spec.memoryMb * 1_048_576) / 2),
    };
    const sandboxes = new WarmSandboxes({
      ...this.engine,
      holderPid: holder.pid,
      limits: this.limits,
      logger: this.logger,
      optionsFor: (files) => bubblewrapArguments(this.engine.host, { ...files, ...shared }),
    });
    return { holder, sandboxes };
  }

  protected async stop(): Promise<void> {
    const making = this.used;
    this.used = null;
    const closeLimits = this.limits.closing();
    await this.commands.killAll();
    const used = await making?.catch(() => null);
    await used?.sandboxes.close();
    await used?.holder.stop();
    await closeLimits();
    await this.network?.close();
  }
}
