import { inject, service } from "../di.ts";
import { newId } from "../domain/ids.ts";
import type { Clock } from "../ports/clock.ts";
import type { BackgroundRecord } from "../ports/cluster-store.ts";
import { CLOCK } from "../ports/injection.ts";
import type { CommandOptions, Sandbox } from "../ports/sandbox.ts";
import type { WorkspaceDisk } from "../workspaces/disk-check.ts";
import type { StreamRedactor } from "../redaction/stream-redactor.ts";
import { hasAborted } from "../runtime/until-aborted.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { BackgroundBinding } from "./background-binding.ts";
import { BackgroundProcess } from "./background-process.ts";
import type { SessionBackground } from "./session-background.ts";

/** How many processes a workspace may have: those that run, and ended ones whose output is still stored. */
export const MAX_BACKGROUND = 16;
/** How long the output of an ended process is stored. */
const KEPT_MS = 1_800_000;

/** The session that starts a process. */
interface Owner extends Omit<BackgroundRecord, "instanceId"> {
  readonly redactor: () => StreamRedactor;
  readonly disk: WorkspaceDisk | null;
}

/** The background processes that this instance started, by workspace. They end when it stops, and their ids are unknown afterwards. */
@service()
export class BackgroundProcesses {
  private readonly workspaces = new Map<string, Map<string, BackgroundProcess>>();

  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    @inject(BackgroundBinding) private readonly binding: BackgroundBinding,
  ) {}

  /** The background processes of one session, for its tools. */
  of(
    { tenant, id: workspaceId }: Pick<WorkspaceRecord, "tenant" | "id">,
    sessionId: string,
    redactor: () => StreamRedactor,
    /** Null: the sandbox enforces the limit itself. */
    disk: WorkspaceDisk | null = null,
  ): SessionBackground {
    const own = () =>
      [...(this.workspaces.get(workspaceId)?.values() ?? [])].filter(
        (process) => process.sessionId === sessionId,
      );
    return {
      find: (id) => own().find((process) => process.id === id) ?? null,
      own,
      start: (sandbox, options, signal) =>
        this.start({ tenant, workspaceId, sessionId, redactor, disk }, sandbox, options, signal),
    };
  }

  private async start(
    { tenant, workspaceId, sessionId, redactor, disk }: Owner,
    sandbox: () => Promise<Sandbox>,
    options: CommandOptions,
    signal: AbortSignal,
  ): Promise<BackgroundProcess | "full" | "stopped"> {
    // Opening the sandbox may take long: nothing is stored before.
    await sandbox();
    if (hasAborted(signal)) return "stopped";
    this.forgetOld();
    const processes = this.workspaces.get(workspaceId) ?? new Map<string, BackgroundProcess>();
    if (processes.size >= MAX_BACKGROUND && !forgetOne(processes)) return "full";
    this.workspaces.set(workspaceId, processes);
    const started = new BackgroundProcess(newId("bg"), sessionId, options.command, this.clock);
    // It counts before it runs, so that two sessions cannot both start the last one.
    processes.set(started.id, started);
    let isRunning = false;
    try {
      await this.binding.add({ tenant, workspaceId, sessionId }, started);
      // Storing may take long: `sandbox` checks the lease again.
      const opened = await sandbox();
      if (hasAborted(signal)) return "stopped";
      started.follow(await opened.spawn({ ...options, group: sessionId }), redactor, disk);
      isRunning = true;
    } finally {
      if (!isRunning) {
        processes.delete(started.id);
        started.notStarted();
        await this.binding.remove(sessionId, started);
      }
    }
    void started.ended.then(() => this.binding.remove(sessionId, started));
    if (!hasAborted(signal)) return started;
    // The processes of the turn may have been ended before this one was among them.
    await started.kill();
    return "stopped";
  }

  /** Forgets processes that ended long ago, and workspaces without any. */
  private forgetOld(): void {
    const before = this.clock.monotonic() - KEPT_MS;
    for (const [workspaceId, processes] of this.workspaces) {
      for (const { id, end, lastUse } of processes.values())
        if (end !== null && lastUse < before) processes.delete(id);
      if (processes.size === 0) this.workspaces.delete(workspaceId);
    }
  }
}

/** Forgets the ended process with the oldest use. Returns false where all run. */
function forgetOne(processes: Map<string, BackgroundProcess>): boolean {
  const [oldest] = [...processes.values()]
    .filter(({ end }) => end !== null)
    .sort((a, b) => a.lastUse - b.lastUse);
  return oldest !== undefined && processes.delete(oldest.id);
}
