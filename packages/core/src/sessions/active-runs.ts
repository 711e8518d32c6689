import { inject, service } from "../di.ts";
import { LiveFeed } from "./live-feed.ts";
import type { SessionRun } from "./session-run.ts";

interface ClaimedRun {
  readonly run: SessionRun;
  readonly done: Promise<void>;
}

/** The runs of this instance: of the sessions that it has claimed, and of their subagents. */
@service()
export class ActiveRuns {
  private readonly claimed = new Map<string, ClaimedRun>();
  private readonly children = new Map<string, SessionRun>();

  constructor(@inject(LiveFeed) private readonly feed: LiveFeed) {}

  /** How many sessions were claimed. A subagent counts as a part of its parent. */
  get size(): number {
    return this.claimed.size;
  }

  add(run: SessionRun, done: Promise<void>): void {
    this.claimed.set(run.lease.session_id, { run, done });
  }

  addChild(run: SessionRun): void {
    this.children.set(run.lease.session_id, run);
  }

  remove(run: SessionRun): void {
    const id = run.lease.session_id;
    if (this.claimed.get(id)?.run === run) this.claimed.delete(id);
    if (this.children.get(id) === run) this.children.delete(id);
    if (this.get(id) === undefined) this.feed.abandon(id);
  }

  get(sessionId: string): SessionRun | undefined {
    return this.claimed.get(sessionId)?.run ?? this.children.get(sessionId);
  }

  /** Whether a session of the workspace runs here. */
  isIn(workspaceId: string): boolean {
    return this.all().some(({ record }) => record.workspace_id === workspaceId);
  }

  all(): readonly SessionRun[] {
    return [...[...this.claimed.values()].map(({ run }) => run), ...this.children.values()];
  }

  /** Resolves when the runs that are active now, in a workspace or at all, have ended. A parent ends after its subagents. */
  async untilDone(workspaceId?: string): Promise<void> {
    const found = [...this.claimed.values()].filter(
      ({ run }) => workspaceId === undefined || run.record.workspace_id === workspaceId,
    );
    await Promise.all(found.map(({ done }) => done));
  }
}
