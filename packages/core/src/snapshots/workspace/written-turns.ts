import type { SessionTrees } from "../../domain/snapshots/snapshot.ts";
import type { Repositories } from "../../ports/store.ts";

/** Nothing says when a turn that another instance goes on with is over, so the oldest are forgotten. */
export const MOST_TURNS = 10_000;

/** What is known here of a turn that writes. */
interface Written {
  readonly turnId: string;
  /** Resolves when the files before it are stored, or cannot be. */
  readonly begun: Promise<void>;
  /** That of the session's lease under which it wrote. */
  epoch: number;
  /** When its last call began or ended. */
  wroteAt: number;
}

/** The turns that write on this instance, or did, by their sessions. One that is forgotten may write at any moment. */
export class WrittenTurns {
  private readonly turns = new Map<string, Written>();

  constructor(private readonly instanceId: string) {}

  get(sessionId: string): Written | undefined {
    return this.turns.get(sessionId);
  }

  set(sessionId: string, written: Written): void {
    this.turns.delete(sessionId);
    this.turns.set(sessionId, written);
    for (const oldest of this.turns.keys()) {
      if (this.turns.size <= MOST_TURNS) return;
      this.turns.delete(oldest);
    }
  }

  delete(sessionId: string): void {
    this.turns.delete(sessionId);
  }

  /** When a turn that ends here last wrote. Null: it may have on another instance. */
  lastOf(sessionId: string, turnId: string, epoch: number): number | null {
    const written = this.turns.get(sessionId);
    // Each claim adds 1: no other instance had the session between two that follow each other.
    const isKnown = written?.turnId === turnId && epoch <= written.epoch + 1;
    return isKnown ? written.wroteAt : null;
  }

  /** When a session last wrote. One that writes on another instance may at any moment. */
  readonly lastWrite = async (
    { sessions }: Repositories,
    { tenant, workspace_id, session_id, wrote_at }: SessionTrees,
  ): Promise<number> => {
    if (wrote_at !== null) return wrote_at;
    const written = this.turns.get(session_id);
    const session = written && (await sessions.get(tenant, workspace_id, session_id));
    if (written === undefined || session == null) return Infinity;
    const { epoch, owner } = session;
    const isHere = epoch === written.epoch || (epoch === written.epoch + 1 && owner === this.instanceId);
    return isHere ? written.wroteAt : Infinity;
  };
}
