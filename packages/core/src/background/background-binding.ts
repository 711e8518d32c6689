import { inject, service } from "../di.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import type { KeptProcesses } from "../ports/background-store.ts";
import { LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { RemovalNotices } from "../workspaces/removal-notices.ts";
import type { BackgroundProcess } from "./background-process.ts";

/** What one session keeps running here. */
interface Kept {
  readonly record: KeptProcesses;
  readonly processes: Set<BackgroundProcess>;
  /** Whether the store has it, by which other instances know; unsure while it is written, and where that failed. */
  row: "none" | "unsure" | "there";
  writing: Promise<void>;
  /** Resolves when those have ended that were last to be ended. */
  ending: Promise<void>;
}

/**
 * Binds workspaces to this instance while background processes run in them here, and ends those that other instances want ended: their
 * marks are durable, hints say it at once, a poll when they were lost.
 */
@service()
export class BackgroundBinding {
  private readonly sessions = new Map<string, Kept>();
  private looking: Promise<void> | null = null;

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(InstanceRegistry) private readonly instances: Pick<InstanceRegistry, "id" | "isKnownToLive">,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(RemovalNotices) private readonly notices: RemovalNotices,
  ) {}

  /** Called before a process is started. Throws what the store throws: the process must not be started then. */
  async add(session: Omit<KeptProcesses, "instanceId">, process: BackgroundProcess): Promise<void> {
    const { sessionId } = session;
    // The mark of a stop goes with the record, which what begins after it must not share.
    await this.sessions.get(sessionId)?.ending;
    let kept = this.sessions.get(sessionId);
    if (kept === undefined) {
      const record = { ...session, instanceId: this.instances.id };
      const done = Promise.resolve();
      kept = { record, processes: new Set(), row: "none", writing: done, ending: done };
      this.sessions.set(sessionId, kept);
    }
    kept.processes.add(process);
    await this.write(kept);
  }

  /** Called when it has ended, or was not started. */
  async remove(sessionId: string, process: BackgroundProcess): Promise<void> {
    const kept = this.sessions.get(sessionId);
    if (kept?.processes.delete(process) !== true) return;
    try {
      await this.write(kept);
    } catch (error) {
      this.logger.warn({ error, session_id: sessionId }, "it could not be written down that processes ended");
    }
  }

  /** One write after the other, so that the store ends up with what is. */
  private write(kept: Kept): Promise<void> {
    const writing = kept.writing.then(async () => {
      const { record, processes } = kept;
      const wanted = processes.size > 0 ? "there" : "none";
      if (this.store.capabilities.shared && kept.row !== wanted) {
        kept.row = "unsure";
        if (wanted === "there") await this.store.background.keep(record);
        else await this.store.background.letGo(record.instanceId, record.sessionId);
        kept.row = wanted;
      }
      const isOver = processes.size === 0 && kept.row === "none";
      if (isOver && this.sessions.get(record.sessionId) === kept) this.sessions.delete(record.sessionId);
    });
    kept.writing = writing.catch(() => {});
    return writing;
  }

  isKeptIn(workspaceId: string): boolean {
    return [...this.sessions.values()].some(({ record }) => record.workspaceId === workspaceId);
  }

  /** Ends what a session keeps here, and resolves when it has ended. */
  async end(sessionId: string): Promise<void> {
    await this.endOf(sessionId, [...(this.sessions.get(sessionId)?.processes ?? [])]);
  }

  private async endOf(sessionId: string, processes: readonly BackgroundProcess[]): Promise<void> {
    await Promise.all(
      processes.map(async (process) => {
        try {
          await process.kill();
          await process.ended;
        } catch (error) {
          this.logger.error(
            { error, session_id: sessionId },
            "a process in the background could not be ended",
          );
          return;
        }
        await this.remove(sessionId, process);
      }),
    );
  }

  /** Ends what is kept in workspaces, for an instance that stops working there. */
  async endIn(isIn: (workspaceId: string) => boolean): Promise<void> {
    const found = [...this.sessions.values()].filter(({ record }) => isIn(record.workspaceId));
    await Promise.all(found.map(({ record }) => this.end(record.sessionId)));
  }

  /** Looks soon whether something is to be ended. Calls in the meantime are one. */
  look(): void {
    if (!this.store.capabilities.shared || this.sessions.size === 0) return;
    this.looking ??= this.obey().finally(() => (this.looking = null));
  }

  /** Resolves once nothing is looked for any more. */
  async settled(): Promise<void> {
    await this.looking;
  }

  private async obey(): Promise<void> {
    const all = [...this.sessions.values()];
    try {
      const running = all
        .filter(({ row }) => row === "there")
        .map((kept) => ({ kept, processes: [...kept.processes] }));
      // Others may take its workspaces for free: what it cannot say that it keeps, it ends.
      const isKnown = this.instances.isKnownToLive;
      const isAsked = running.length > 0 && isKnown;
      const goingOn = new Set(isAsked ? await this.store.background.goingOn(this.instances.id) : []);
      const ending = running.filter(({ kept }) => !goingOn.has(kept.record.sessionId));
      // Not waited for: the next look is to come whatever an engine takes for it.
      const ended = ending.map(
        ({ kept, processes }) => (kept.ending = this.endOf(kept.record.sessionId, processes)),
      );
      if (ending.length > 0)
        void Promise.all(ended).then(() =>
          this.notices.publish({ type: "ended", processes: ending.map(({ kept }) => kept.record) }),
        );
      for (const kept of all) if (kept.processes.size === 0) await this.write(kept);
    } catch (error) {
      this.logger.warn({ error }, "it could not be looked up which processes are to be ended");
    }
  }
}
