import { closeSync, constants, openSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type {
  CommandOptions,
  Logger,
  NetworkRefusal,
  SandboxMount,
  SandboxProcess,
  SandboxSpec,
} from "@workspace-agent/core";
import { feed, Place, removeFolder } from "@workspace-agent/sandbox-place";
import { bubblewrapArguments, SCRIPT, type HostLayout } from "./bubblewrap-arguments.ts";
import { commandProcess } from "./command-process.ts";
import { Holder } from "./holder.ts";
import { withMounts, type HeldMount } from "./held-folder.ts";
import { HANDED_FD, INFO_FD, launch, OPTIONS_FD, SCRIPT_FD, type Launched } from "./launch.ts";
import type { Hierarchy } from "./limits/hierarchy.ts";
import { PlaceLimits } from "./limits/place-limits.ts";
import type { PlaceNetwork } from "./network/place-network.ts";
import type { OutputPipes } from "./output-pipes.ts";
import { inTerminal, noTerminal } from "./terminal.ts";
import { toScript } from "./script.ts";

export interface Engine {
  readonly bubblewrap: string;
  readonly nsenter: string;
  readonly host: HostLayout;
  readonly pipes: OutputPipes;
  /** What gives commands a terminal, inside; null: nothing. */
  readonly terminal: string | null;
  /** The file with the filter of system calls; null: there is none for this machine. */
  readonly seccompFilter: string | null;
  /** Where control groups can be made; null: nowhere. */
  readonly hierarchy: Hierarchy | null;
}

type Join = (pid: number) => Promise<void>;

/** The place of one workspace: a holder of its namespaces while it is in use, and one bubblewrap for each command. */
export class ConfinedPlace extends Place {
  protected readonly description: string;
  private holder: Promise<Holder> | null = null;
  private idleTimer: NodeJS.Timeout | null = null;
  private readonly limits: PlaceLimits;

  constructor(
    private readonly engine: Engine,
    spec: SandboxSpec,
    logger: Logger,
    /** Private to the workspace, for what its commands share. */
    private readonly dir: string,
    private readonly idleMs: number,
    /** Null: there is none. */
    private readonly network: PlaceNetwork | null,
    networkDescription: string,
  ) {
    super(spec, logger);
    this.limits = new PlaceLimits(engine.hierarchy, spec, logger, [join(dir, "tmp"), join(dir, "home")]);
    this.description = `Commands run confined on a Linux host, as the user agent, with the programs that the host has in /usr. ${networkDescription}`;
  }

  protected override takeRefusals(): readonly NetworkRefusal[] {
    return this.network?.takeRefusals() ?? [];
  }

  get isRunning(): boolean {
    return this.holder !== null;
  }

  protected async begin(options: CommandOptions, mounts: readonly SandboxMount[]): Promise<SandboxProcess> {
    this.keepAwake();
    try {
      await this.held();
      return await this.limits.during((joinGroup) => this.beginIn(options, mounts, joinGroup));
    } catch (error) {
      this.sleepSoon();
      throw error;
    }
  }

  private async beginIn(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    joinGroup: Join,
  ): Promise<SandboxProcess> {
    const launched = await this.launch(options, mounts, joinGroup);
    void launched.exited.then(() => this.sleepSoon());
    const process = commandProcess(launched, options.abortSignal, this.logger);
    if (launched.stdin !== null && options.stdin !== undefined)
      feed(options.stdin, launched.stdin, process, this.logger);
    return process;
  }

  private async launch(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    joinGroup: Join,
  ): Promise<Launched> {
    const { pid } = await this.held();
    return withMounts(mounts, (held) => this.enter(pid, held, options, joinGroup));
  }

  private async enter(
    pid: number,
    mounts: readonly HeldMount[],
    options: CommandOptions,
    joinGroup: Join,
  ): Promise<Launched> {
    const { seccompFilter } = this.engine;
    // Each reader needs a position of its own in the file.
    const filter = seccompFilter === null ? null : openSync(seccompFilter, constants.O_RDONLY);
    try {
      return await this.enterWith(pid, mounts, options, joinGroup, filter);
    } finally {
      if (filter !== null) closeSync(filter);
    }
  }

  private enterWith(
    pid: number,
    mounts: readonly HeldMount[],
    options: CommandOptions,
    joinGroup: Join,
    filter: number | null,
  ): Promise<Launched> {
    const { bubblewrap, nsenter, host, pipes } = this.engine;
    const words = bubblewrapArguments(host, {
      mounts: mounts.map(({ target, access }, index) => ({ target, access, fd: HANDED_FD + index })),
      tmp: join(this.dir, "tmp"),
      home: join(this.dir, "home"),
      sharedMemoryBytes: Math.floor((this.spec.memoryMb * 1_048_576) / 2),
      workingDirectory: options.workingDirectory ?? "/workspace",
      scriptFd: SCRIPT_FD,
      infoFd: INFO_FD,
      seccompFd: filter === null ? null : HANDED_FD + mounts.length,
    });
    const enter = [`--target=${pid}`, "--user", "--net", "--preserve-credentials", "--"];
    const shell = ["/bin/bash", SCRIPT];
    const program =
      options.pty === undefined ? shell : inTerminal(this.terminal(), options.pty, shell.join(" "));
    const run = [bubblewrap, "--args", String(OPTIONS_FD), "--", ...program];
    return launch(pipes, nsenter, [...enter, ...run], {
      options: words,
      script: new TextEncoder().encode(
        toScript({ ...options, env: { ...this.network?.env, ...options.env } }, this.limits.shell),
      ),
      handed: [...mounts.map(({ folder }) => folder.fd), ...(filter === null ? [] : [filter])],
      hasStdin: options.stdin !== undefined,
      join: joinGroup,
    });
  }

  private terminal(): string {
    if (this.engine.terminal !== null) return this.engine.terminal;
    throw noTerminal();
  }

  /** The holder, started when there is none or it has died; one for all who ask at once. */
  private async held(): Promise<Holder> {
    for (;;) {
      const asked = (this.holder ??= this.startHolder());
      const holder = await asked.catch((error: unknown) => {
        if (this.holder === asked) this.holder = null;
        throw error;
      });
      if (holder.isRunning) return holder;
      if (this.holder === asked) this.holder = null;
    }
  }

  private async startHolder(): Promise<Holder> {
    for (const name of ["tmp", "home"]) await mkdir(join(this.dir, name), { recursive: true, mode: 0o700 });
    const holder = await Holder.start(this.engine);
    try {
      await this.network?.open(holder.pid);
      await this.limits.open();
      return holder;
    } catch (error) {
      await holder.stop();
      throw error;
    }
  }

  private keepAwake(): void {
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
    this.idleTimer = null;
  }

  private sleepSoon(): void {
    this.keepAwake();
    this.idleTimer = setTimeout(() => {
      if (!this.commands.isEmpty) {
        this.sleepSoon();
        return;
      }
      this.stop().catch((error: unknown) => {
        this.logger.error({ error }, "the namespaces of a workspace could not be given up");
      });
    }, this.idleMs);
    this.idleTimer.unref();
  }

  /** Ends all commands and gives the namespaces up; the next command makes new ones. */
  protected async stop(): Promise<void> {
    this.keepAwake();
    const holder = this.holder;
    this.holder = null;
    const closeLimits = this.limits.closing();
    await this.commands.killAll();
    await (await holder?.catch(() => null))?.stop();
    await closeLimits();
    await this.network?.close();
    this.keepAwake();
  }

  async remove(): Promise<void> {
    await this.end();
    await removeFolder(this.dir);
  }
}
