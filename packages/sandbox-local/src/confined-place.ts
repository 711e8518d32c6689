import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  runToEnd,
  sandboxFiles,
  type CommandOptions,
  type Sandbox,
  type SandboxProcess,
  type SandboxSpec,
} from "@workspace-agent/core";
import { bubblewrapArguments, SCRIPT, type HostLayout } from "./bubblewrap-arguments.ts";
import { commandProcess, neverStarted } from "./command-process.ts";
import { filesInside } from "./files-inside.ts";
import { Holder } from "./holder.ts";
import { INFO_FD, launch, OPTIONS_FD, SCRIPT_FD } from "./launch.ts";
import type { Place } from "./place.ts";
import { RunningCommands } from "./running-commands.ts";

export interface Engine {
  readonly bubblewrap: string;
  readonly nsenter: string;
  readonly prlimit: string;
  readonly host: HostLayout;
}

/** No core dumps, and a bounded number of open files for each process. */
const LIMITS = ["--core=0", "--nofile=4096:4096"];

/** The place of one workspace: a holder of its namespaces while it is in use, and one bubblewrap for each command. */
export class ConfinedPlace implements Place {
  private readonly commands = new RunningCommands();
  private holder: Promise<Holder> | null = null;
  private idleTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly engine: Engine,
    /** Private to the workspace, for what its commands share. */
    private readonly dir: string,
    private readonly idleMs: number,
  ) {}

  get isRunning(): boolean {
    return this.holder !== null;
  }

  open(spec: SandboxSpec): Sandbox {
    const spawn = (options: CommandOptions & { readonly stdin?: ReadableStream<Uint8Array> }) =>
      this.spawn(spec, options);
    return {
      description:
        "Commands run confined on a Linux host, as the user agent, with the programs that the host has in /usr. There is no network.",
      ...sandboxFiles(spec.mounts, filesInside(spawn)),
      spawn: ({ ...options }) => spawn(options),
      run: async (options) => runToEnd(await spawn(options)),
      killGroup: (group) => this.commands.killGroup(group),
    };
  }

  private async spawn(
    spec: SandboxSpec,
    options: CommandOptions & { readonly stdin?: ReadableStream<Uint8Array> },
  ): Promise<SandboxProcess> {
    if (options.abortSignal?.aborted) return neverStarted();
    return this.commands.start(options.group, async () => {
      this.keepAwake();
      const { pid } = await this.held();
      const { bubblewrap, nsenter, prlimit, host } = this.engine;
      const words = bubblewrapArguments(host, {
        mounts: spec.mounts,
        tmp: join(this.dir, "tmp"),
        home: join(this.dir, "home"),
        workingDirectory: options.workingDirectory ?? "/workspace",
        env: options.env ?? {},
        scriptFd: SCRIPT_FD,
        infoFd: INFO_FD,
      });
      const enter = [
        ...LIMITS,
        "--",
        nsenter,
        `--target=${pid}`,
        "--user",
        "--net",
        "--preserve-credentials",
        "--",
      ];
      const run = [bubblewrap, "--args", String(OPTIONS_FD), "--", "/bin/bash", SCRIPT];
      const launched = await launch(prlimit, [...enter, ...run], {
        options: words,
        script: new TextEncoder().encode(options.command),
        ...(options.stdin !== undefined && { stdin: options.stdin }),
      });
      void launched.exited.then(() => this.sleepSoon());
      return commandProcess(launched, options.abortSignal);
    });
  }

  /** The holder, started when there is none or it has died. */
  private async held(): Promise<Holder> {
    const current = await this.holder?.catch(() => null);
    if (current?.isRunning === true) return current;
    this.holder = this.startHolder();
    return this.holder;
  }

  private async startHolder(): Promise<Holder> {
    for (const name of ["tmp", "home"]) await mkdir(join(this.dir, name), { recursive: true, mode: 0o700 });
    return Holder.start(this.engine.bubblewrap);
  }

  private keepAwake(): void {
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
    this.idleTimer = null;
  }

  private sleepSoon(): void {
    this.keepAwake();
    this.idleTimer = setTimeout(() => {
      if (this.commands.isEmpty) void this.stop();
    }, this.idleMs);
    this.idleTimer.unref();
  }

  async stop(): Promise<void> {
    this.keepAwake();
    await this.commands.killAll();
    const holder = this.holder;
    this.holder = null;
    await (await holder?.catch(() => null))?.stop();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}
