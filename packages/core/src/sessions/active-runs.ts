import { inject, service } from "../di.ts";
import { LiveFeed } from "./live-feed.ts";
import type { SessionRun } from "./session-run.ts";

interface ActiveRun {
  readonly run: SessionRun;
  /** Null for a subagent, whose end is a part of its parent's. */
  readonly done: Promise<void> | null;
}

/** The runs on this instance: of the sessions that it claimed, and of their subagents. */
@service()
export class ActiveRuns {
  private readonly runs = new Map<string, ActiveRun>();

  constructor(@inject(LiveFeed) private readonly feed: LiveFeed) {}

  /** How many sessions are claimed. A subagent counts as a part of its parent. */
  get size(): number {
    return [...this.runs.values()].filter(({ done }) => done !== null).length;
  }

  add(run: SessionRun, done: Promise<void> | null): void {
    this.runs.set(run.lease.session_id, { run, done });
  }

  remove(run: SessionRun): void {
    const id = run.lease.session_id;
    if (this.get(id) !== run) return;
    this.runs.delete(id);
    this.feed.abandon(id);
  }

  get(sessionId: string): SessionRun | undefined {
    return this.runs.get(sessionId)?.run;
  }

  /** Whether a session of the workspace runs here. */
  isIn(workspaceId: string): boolean {
    return this.all().some(({ record }) => record.workspace_id === workspaceId);
  }

  all(): readonly SessionRun[] {
    return [...this.runs.values()].map(({ run }) => run);
  }

  /** Resolves when the runs that are active now have ended. */
  async untilDone(workspaceId?: string): Promise<void> {
    const found = [...this.runs.values()].flatMap(({ run, done }) =>
      done !== null && (workspaceId === undefined || run.record.workspace_id === workspaceId) ? [done] : [],
    );
    await Promise.all(found);
  }
}
