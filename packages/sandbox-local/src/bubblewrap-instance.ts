import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  describeNetwork,
  neverStarted,
  type CommandOptions,
  type SandboxMount,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import {
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
import { openNetwork, type InstanceNetwork } from "./network/instance-network.ts";
import { withOpenMounts, type OpenMount } from "./open-mounts.ts";
import { startInTime } from "./start-in-time.ts";
import { inTerminal } from "./terminal.ts";
import { WarmSandboxes } from "./warm-sandboxes.ts";

/**
 * Standard input arrives by a named pipe, and who opens that as /dev/stdin after its end would wait for another writer: `cat` copies it into
 * a pipe without a name. Two forks keep it out of the jobs that a `wait` waits for.
 */
const INPUT = "exec < <(/bin/cat <&0 &)";

/** What an instance has while it is in use. */
interface Used {
  readonly holder: NamespaceHolder;
  readonly limits: InstanceLimits;
  readonly network: InstanceNetwork | null;
  readonly sandboxes: WarmSandboxes;
}

/** Releases all of it, and throws the first failure after that. */
async function release({ holder, limits, network, sandboxes }: Used): Promise<void> {
  try {
    await sandboxes.close();
  } finally {
    try {
      await holder.stop();
    } finally {
      try {
        await limits.close();
      } finally {
        await network?.close();
      }
    }
  }
}

/** Runs the commands of a workspace in a bubblewrap that it has while it is in use. */
export class BubblewrapInstance extends SandboxInstance {
  protected readonly description: string;
  private used: Promise<Used> | null = null;
  private readonly dir: string;
  /** The folders that the commands of the workspace share. */
  private readonly shared: { readonly tmp: string; readonly home: string };

  constructor(
    private readonly engine: Engine,
    spec: SandboxSpec,
    context: InstanceContext,
  ) {
    super(spec, context);
    const { network, workspaceId } = spec;
    this.dir = workspaceDir(engine.dir, workspaceId);
    this.shared = { tmp: join(this.dir, "tmp"), home: join(this.dir, "home") };
    this.description = `Commands run confined on a Linux host, as the user agent, with the programs that the host has in /usr. ${describeNetwork(network, engine.network.ports)}`;
  }

  protected override scratch(): readonly DiskArea[] {
    const { dir, shared, spec } = this;
    return [scratchArea("/tmp and the home folder", dir, Object.values(shared), spec.diskMb)];
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
      const used = await this.inUse();
      return used.limits.during(() =>
        withOpenMounts(mounts, (open) => this.started(used, options, open, { part, signal })),
      );
    }, options.abortSignal);
  }

  private async started(
    { limits, network, sandboxes }: Used,
    { command, env, stdin, pty, workingDirectory = "/workspace" }: CommandOptions,
    mounts: readonly OpenMount[],
    { part, signal }: { readonly part: Part; readonly signal: AbortSignal },
  ): Promise<StartedCommand> {
    const sandbox = await sandboxes.of(mounts);
    const terminal = pty === undefined ? null : inTerminal(this.engine.terminal, pty);
    const limiting = limits.shell(part);
    const process = await sandbox.run(
      {
        command,
        directory: workingDirectory,
        env: { ...network?.env, ...env },
        preparation: stdin === undefined || pty !== undefined ? limiting : `${limiting}; ${INPUT}`,
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
      if (this.used === making) {
        this.used = null;
        await release(used);
      }
    }
  }

  private async use(): Promise<Used> {
    const { engine, spec, logger, shared, refuse: onRefused } = this;
    const { network: access, memoryMb } = spec;
    for (const folder of Object.values(shared)) await mkdir(folder, { recursive: true, mode: 0o700 });
    const sharedMemoryBytes = Math.floor((memoryMb * 1_048_576) / 2);
    const holder = await NamespaceHolder.start(engine);
    let network: InstanceNetwork | null = null;
    try {
      if (access !== "none")
        network = await openNetwork(holder.pid, engine.nsenter, { ...engine.network, access, onRefused });
      const limits = await InstanceLimits.open(engine.hierarchy, spec, logger);
      const sandboxes = new WarmSandboxes({
        ...engine,
        holderPid: holder.pid,
        limits,
        logger,
        optionsFor: (files) => bubblewrapArguments(engine.host, { ...files, ...shared, sharedMemoryBytes }),
      });
      return { holder, limits, network, sandboxes };
    } catch (error) {
      await holder.stop();
      await network?.close();
      throw error;
    }
  }

  protected async stop(): Promise<void> {
    const making = this.used;
    this.used = null;
    await this.commands.killAll();
    const used = (await making?.catch(() => null)) ?? null;
    if (used !== null) await release(used);
  }
}
