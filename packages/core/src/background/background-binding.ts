import { inject, service } from "../di.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import type { BackgroundRecord } from "../ports/cluster-store.ts";
import { LOGGER, STORE } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { MergedCalls } from "../runtime/merged-calls.ts";
import { RemovalNotices } from "../workspaces/removal-notices.ts";
import type { BackgroundProcess } from "./background-process.ts";

/** The background processes of one session on this instance. */
interface SessionProcesses {
  readonly record: BackgroundRecord;
  readonly processes: Set<BackgroundProcess>;
  /** Whether the record is in the store, where other instances read it; `unsure` while it is written, and after a failure. */
  row: "none" | "unsure" | "there";
  writing: Promise<void>;
  /** Resolves when the last end that was requested is done. */
  ending: Promise<void>;
}

/**
 * Binds workspaces to this instance while background processes run in them here, and ends the processes whose end other instances
 * request. Requests are durable; hints announce them, and a poll finds those whose hints were lost.
 */
@service()
export class BackgroundBinding {
  private readonly sessions = new Map<string, SessionProcesses>();
  private readonly reads = new MergedCalls(() => this.endRequested());

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(InstanceRegistry) private readonly instances: Pick<InstanceRegistry, "id" | "isKnownToLive">,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(RemovalNotices) private readonly notices: RemovalNotices,
  ) {}

  /** Call before a process starts. When this throws, the process must not start. */
  async add(owner: Omit<BackgroundRecord, "instanceId">, process: BackgroundProcess): Promise<void> {
    const { sessionId } = owner;
    // A request to end is deleted with the record, so a new process needs a new record.
    await this.sessions.get(sessionId)?.ending;
    let session = this.sessions.get(sessionId);
    if (session === undefined) {
      const record = { ...owner, instanceId: this.instances.id };
      const done = Promise.resolve();
      session = { record, processes: new Set(), row: "none", writing: done, ending: done };
      this.sessions.set(sessionId, session);
    }
    session.processes.add(process);
    await this.write(session);
  }

  /** Call when a process has ended, or did not start. */
  async remove(sessionId: string, process: BackgroundProcess): Promise<void> {
    const session = this.sessions.get(sessionId);
    if (session?.processes.delete(process) !== true) return;
    try {
      await this.write(session);
    } catch (error) {
      this.logger.warn(
        { error, session_id: sessionId },
        "the end of background processes could not be stored",
      );
    }
  }

  /** Writes one after the other, so that the last state wins. */
  private write(session: SessionProcesses): Promise<void> {
    const writing = session.writing.then(async () => {
      const { record, processes } = session;
      const wanted = processes.size > 0 ? "there" : "none";
      const background = this.store.cluster?.background;
      if (background !== undefined && session.row !== wanted) {
        session.row = "unsure";
        if (wanted === "there") await background.add(record);
        else await background.remove(record.instanceId, record.sessionId);
        session.row = wanted;
      }
      const isOver = processes.size === 0 && session.row === "none";
      if (isOver && this.sessions.get(record.sessionId) === session) this.sessions.delete(record.sessionId);
    });
    session.writing = writing.catch(() => {});
    return writing;
  }

  isBoundTo(workspaceId: string): boolean {
    return [...this.sessions.values()].some(({ record }) => record.workspaceId === workspaceId);
  }

  /** The sessions of a workspace that have processes on this instance. */
  sessionsIn(workspaceId: string): readonly string[] {
    const records = [...this.sessions.values()].map(({ record }) => record);
    return records.filter((record) => record.workspaceId === workspaceId).map(({ sessionId }) => sessionId);
  }

  /** Ends the processes of a session on this instance. Resolves when they have ended. */
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
          this.logger.error({ error, session_id: sessionId }, "a background process could not be ended");
          return;
        }
        await this.remove(sessionId, process);
      }),
    );
  }

  /** Ends the processes in these workspaces, when the instance stops working there. */
  async endIn(isIn: (workspaceId: string) => boolean): Promise<void> {
    const found = [...this.sessions.values()].filter(({ record }) => isIn(record.workspaceId));
    await Promise.all(found.map(({ record }) => this.end(record.sessionId)));
  }

  /** Reads the requests to end processes soon. */
  readRequests(): void {
    if (this.store.cluster !== undefined && this.sessions.size > 0) this.reads.call();
  }

  settled(): Promise<void> {
    return this.reads.settled();
  }

  private async endRequested(): Promise<void> {
    const all = [...this.sessions.values()];
    try {
      const running = all
        .filter(({ row }) => row === "there")
        .map((session) => ({ session, processes: [...session.processes] }));
      // Once the entry of this instance may have expired, others may start work in its workspaces: everything here ends.
      const isKnown = this.instances.isKnownToLive;
      const mayAsk = running.length > 0 && isKnown;
      const unstopped = mayAsk ? await this.store.cluster?.background.unstopped(this.instances.id) : [];
      const ending = running.filter(({ session }) => unstopped?.includes(session.record.sessionId) !== true);
      // Not awaited: a slow sandbox must not delay the next read.
      const ended = ending.map(
        ({ session, processes }) => (session.ending = this.endOf(session.record.sessionId, processes)),
      );
      if (ending.length > 0)
        void Promise.all(ended).then(() =>
          this.notices.publish({ type: "ended", processes: ending.map(({ session }) => session.record) }),
        );
      for (const session of all) if (session.processes.size === 0) await this.write(session);
    } catch (error) {
      this.logger.warn({ error }, "the requests to end background processes could not be read");
    }
  }
}
