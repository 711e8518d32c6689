import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type {
  CommandOptions,
  NetworkRefusal,
  SandboxMount,
  SandboxProcess,
  SandboxSpec,
} from "@workspace-agent/core/ports";
import type { Logger } from "@workspace-agent/core";
import {
  feed,
  IdleTimer,
  Place,
  removeFolder,
  type DiskArea,
  type WatchedAreas,
} from "@workspace-agent/sandbox-place";
import { scratchArea } from "@workspace-agent/volume-folder";
import { bubblewrapArguments, SCRIPT, type HostLayout } from "./bubblewrap-arguments.ts";
import { commandProcess } from "./command-process.ts";
import type { CommandStart } from "./command-starter.ts";
import { CommandStarters } from "./command-starters.ts";
import { Holder } from "./holder.ts";
import { withMounts, type HeldMount } from "./held-folder.ts";
import { SCRIPT_FD, STATUS_FD, type Launched } from "./launch.ts";
import { FOLDER_FD } from "./launcher.ts";
import type { Part } from "./limits/control-group.ts";
import type { Hierarchy } from "./limits/hierarchy.ts";
import type { Warden } from "./left-commands.ts";
import { PlaceLimits } from "./limits/place-limits.ts";
import type { PlaceNetwork } from "./network/place-network.ts";
import type { NamedPipes } from "./named-pipes.ts";
import type { OwnFolder } from "./own-folder.ts";
import { startInTime } from "./start-in-time.ts";
import { inTerminal, noTerminal } from "./terminal.ts";
import { toScript } from "./script.ts";

export interface Engine {
  readonly bubblewrap: string;
  readonly nsenter: string;
  readonly host: HostLayout;
  readonly pipes: NamedPipes;
  /** What gives commands a terminal, inside; null: nothing. */
  readonly terminal: string | null;
  /** The file with the filter of system calls. */
  readonly seccompFilter: string;
  /** Without links. */
  readonly protectedPaths: readonly string[];
  /** The server's own. */
  readonly folder: OwnFolder;
  /** Kills what the server leaves when it is killed. */
  readonly warden: Warden;
  /** Where control groups can be made; null: nowhere. */
  readonly hierarchy: Hierarchy | null;
}

const SHELL = ["/bin/bash", SCRIPT];

type Start = Pick<CommandStart, "part" | "signal">;

/** What a place has while it is in use. */
interface Used {
  readonly holder: Holder;
  readonly starters: CommandStarters;
}

/** The place of one workspace: its namespaces and what starts commands in them while it is in use, and one bubblewrap for each command. */
export class ConfinedPlace extends Place {
  protected readonly description: string;
  private used: Promise<Used> | null = null;
  private readonly idle: IdleTimer;
  private readonly limits: PlaceLimits;

  constructor(
    private readonly engine: Engine,
    spec: SandboxSpec,
    logger: Logger,
    /** Private to the workspace, for what its commands share. */
    private readonly dir: string,
    idleMs: number,
    /** Null: there is none. */
    private readonly network: PlaceNetwork | null,
    networkDescription: string,
    areas: WatchedAreas,
  ) {
    super(spec, logger, areas);
    const giveUp = () => {
      this.stop().catch((error: unknown) => {
        this.logger.error({ error }, "the namespaces of a workspace could not be given up");
      });
    };
    this.idle = new IdleTimer(idleMs, () => !this.commands.isEmpty, giveUp);
    this.limits = new PlaceLimits(engine.hierarchy, spec, logger);
    this.description = `Commands run confined on a Linux host, as the user agent, with the programs that the host has in /usr. ${networkDescription}`;
  }

  protected override scratch(): readonly DiskArea[] {
    const folders = [join(this.dir, "tmp"), join(this.dir, "home")];
    return [scratchArea("/tmp and the home folder", this.dir, folders, this.spec.diskMb)];
  }

  protected override takeRefusals(): readonly NetworkRefusal[] {
    return this.network?.takeRefusals() ?? [];
  }

  get isRunning(): boolean {
    return this.used !== null;
  }

  protected begin(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    part: Part,
  ): Promise<SandboxProcess> {
    return startInTime((signal) => this.beginAwake(options, mounts, { part, signal }), options.abortSignal);
  }

  private async beginAwake(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    start: Start,
  ): Promise<SandboxProcess> {
    this.idle.keepAwake();
    try {
      await this.inUse();
      return await this.limits.during(() => this.beginBounded(options, mounts, start));
    } catch (error) {
      this.idle.sleepSoon();
      // Nobody is notified of this when the command was aborted meanwhile.
      await options.stdin?.cancel(error).catch(() => {});
      throw error;
    }
  }

  private async beginBounded(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
    start: Start,
  ): Promise<SandboxProcess> {
    const launched = await withMounts(mounts, (held) => this.launch(options, held, start));
    void launched.exited.then(() => this.idle.sleepSoon());
    const process = commandProcess(launched, options.abortSignal, this.logger);
    if (launched.stdin !== null && options.stdin !== undefined)
      feed(options.stdin, launched.stdin, process, this.logger);
    return process;
  }

  private async launch(
    options: CommandOptions,
    mounts: readonly HeldMount[],
    start: Start,
  ): Promise<Launched> {
    const { starters } = await this.inUse();
    const starter = await starters.of(mounts);
    return starter.start({
      ...start,
      program: options.pty === undefined ? null : inTerminal(this.terminal(), options.pty, SHELL.join(" ")),
      hasStdin: options.stdin !== undefined,
      options: bubblewrapArguments(this.engine.host, {
        mounts: mounts.map(({ target, access }, index) => ({ target, access, fd: FOLDER_FD + index })),
        tmp: join(this.dir, "tmp"),
        home: join(this.dir, "home"),
        sharedMemoryBytes: Math.floor((this.spec.memoryMb * 1_048_576) / 2),
        workingDirectory: options.workingDirectory ?? "/workspace",
        scriptFd: SCRIPT_FD,
        statusFd: STATUS_FD,
        seccompFd: FOLDER_FD + mounts.length,
      }),
      script: toScript({ ...options, env: { ...this.network?.env, ...options.env } }, this.limits.shell),
    });
  }

  private terminal(): string {
    if (this.engine.terminal !== null) return this.engine.terminal;
    throw noTerminal();
  }

  /** What the place has, made when there is nothing or the holder has died; once for all who ask together. */
  private async inUse(): Promise<Used> {
    for (;;) {
      const asked = (this.used ??= this.use());
      const used = await asked.catch((error: unknown) => {
        if (this.used === asked) this.used = null;
        throw error;
      });
      if (used.holder.isRunning) return used;
      if (this.used === asked) this.used = null;
      await used.starters.close();
    }
  }

  private async use(): Promise<Used> {
    for (const name of ["tmp", "home"]) await mkdir(join(this.dir, name), { recursive: true, mode: 0o700 });
    const holder = await Holder.start(this.engine);
    try {
      await this.network?.open(holder.pid);
      await this.limits.open();
    } catch (error) {
      await holder.stop();
      throw error;
    }
    const { bubblewrap, nsenter, pipes, folder, seccompFilter: filter } = this.engine;
    const starters = new CommandStarters({
      bubblewrap,
      nsenter,
      pipes,
      filter,
      serverName: folder.name,
      holderPid: holder.pid,
      shell: SHELL,
      join: (pid, part) => this.limits.join(pid, part),
      logger: this.logger,
    });
    return { holder, starters };
  }

  /** Ends all commands and gives the namespaces up; the next command makes new ones. */
  protected async stop(): Promise<void> {
    this.idle.keepAwake();
    const asked = this.used;
    this.used = null;
    const closeLimits = this.limits.closing();
    await this.commands.killAll();
    const used = await asked?.catch(() => null);
    await used?.starters.close();
    await used?.holder.stop();
    await closeLimits();
    await this.network?.close();
    this.idle.keepAwake();
  }

  async remove(): Promise<void> {
    await this.end();
    await removeFolder(this.dir);
  }
}
