import { inject, injectable } from "../../di.ts";
import { newId } from "../../ids.ts";
import type { Clock } from "../../ports/clock.ts";
import { CLOCK } from "../../ports/injection.ts";
import type { CommandOptions, Sandbox } from "../../ports/sandbox.ts";
import type { WorkspaceDisk } from "../disk-check.ts";
import type { StreamRedactor } from "../stream-redactor.ts";
import { BackgroundProcess } from "./background-process.ts";
import type { SessionBackground } from "./session-background.ts";

/** Processes of one workspace that run, or that have ended and whose output is kept. */
export const MAX_BACKGROUND = 16;
/** How long the output of one that has ended is kept. */
const KEPT_MS = 1_800_000;

/**
 * The background processes that this instance has started, by workspace. They are in memory alone, as the sandbox's processes are: a
 * restart ends them, and their ids are unknown afterwards.
 */
@injectable()
export class BackgroundProcesses {
  private readonly workspaces = new Map<string, Map<string, BackgroundProcess>>();

  constructor(@inject(CLOCK) private readonly clock: Clock) {}

  /** What the tools of one session may do with them. */
  of(
    workspaceId: string,
    sessionId: string,
    redactor: () => StreamRedactor,
    /** Null: it needs no watching. */
    disk: WorkspaceDisk | null = null,
  ): SessionBackground {
    const own = () =>
      [...(this.workspaces.get(workspaceId)?.values() ?? [])].filter(
        (process) => process.sessionId === sessionId,
      );
    return {
      find: (id) => own().find((process) => process.id === id) ?? null,
      own,
      start: (sandbox, options) =>
        this.start({ workspaceId, sessionId, redactor, disk }, sandbox, { ...options, group: sessionId }),
    };
  }

  private async start(
    {
      workspaceId,
      sessionId,
      redactor,
      disk,
    }: {
      readonly workspaceId: string;
      readonly sessionId: string;
      readonly redactor: () => StreamRedactor;
      readonly disk: WorkspaceDisk | null;
    },
    sandbox: Sandbox,
    options: CommandOptions,
  ): Promise<BackgroundProcess | null> {
    this.forgetOld();
    const processes = this.workspaces.get(workspaceId) ?? new Map<string, BackgroundProcess>();
    if (processes.size >= MAX_BACKGROUND && !forgetOne(processes)) return null;
    this.workspaces.set(workspaceId, processes);
    const started = new BackgroundProcess(newId("bg"), sessionId, options.command, this.clock);
    // Its place is taken before it runs, so that two sessions cannot both take the last one.
    processes.set(started.id, started);
    try {
      started.follow(await sandbox.spawn(options), redactor, disk);
    } catch (error) {
      processes.delete(started.id);
      throw error;
    }
    return started;
  }

  /** Forgets what ended long ago, so that workspaces that came and went leave nothing behind. */
  private forgetOld(): void {
    const before = this.clock.monotonic() - KEPT_MS;
    for (const [workspaceId, processes] of this.workspaces) {
      for (const { id, end, lastUse } of processes.values())
        if (end !== null && lastUse < before) processes.delete(id);
      if (processes.size === 0) this.workspaces.delete(workspaceId);
    }
  }
}

/** Forgets the one that has ended and was longest not looked at; false: all run. */
function forgetOne(processes: Map<string, BackgroundProcess>): boolean {
  const [oldest] = [...processes.values()]
    .filter(({ end }) => end !== null)
    .sort((a, b) => a.lastUse - b.lastUse);
  return oldest !== undefined && processes.delete(oldest.id);
}
