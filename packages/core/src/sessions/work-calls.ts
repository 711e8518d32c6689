import type { LivingInstances } from "../instance/living-instances.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

/** Of the instances that hear of work, about so many look for it at once; the others find what is left by their poll. */
const CALLED = 4;
/** They do not all come in the same moment. */
const MAX_DELAY_MS = 25;

export interface WorkCallsPorts {
  readonly store: Store;
  readonly living: Pick<LivingInstances, "neighbours" | "isOwn">;
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborts when no more work is taken. */
  readonly signal: AbortSignal;
  /** Whether something of a workspace runs here, so that others leave its sessions to this instance. */
  readonly isBoundHere: (workspaceId: string) => boolean;
}

/** How instances call one another to work: who comes, and who is told of what. */
export class WorkCalls {
  /** Sessions with work that may have to be done elsewhere, with their workspaces. */
  private offers = new Map<string, string>();
  /** A workspace that was bound here is free since the last claim. */
  private hasLeft = false;

  constructor(private readonly ports: WorkCallsPorts) {}

  /** One call brings a few of many instances, one after the other; in any case the one that the workspace is bound to. */
  async answer(come: () => void, workspaceId?: string): Promise<void> {
    const { living, random, signal, clock, isBoundHere } = this.ports;
    if (signal.aborted) return;
    const { neighbours } = living;
    if (workspaceId === undefined || !isBoundHere(workspaceId)) {
      if (random() >= CALLED / neighbours) return;
      if (neighbours > 2) await clock.sleep(random() * MAX_DELAY_MS, signal);
    }
    come();
  }

  /** Whether the work may be for this instance: what it does not claim next is told to others. */
  offer({ id, workspace_id, placement }: SessionRecord): boolean {
    const { store, living, signal } = this.ports;
    if (signal.aborted || !living.isOwn(placement)) {
      store.publish([{ type: "work", workspace_id }]);
      return false;
    }
    this.offers.set(id, workspace_id);
    return true;
  }

  /** Nothing of it runs here any more. */
  left(workspaceId: string): void {
    if (!this.ports.isBoundHere(workspaceId)) this.hasLeft = true;
  }

  /** What is to be told after the claim that comes now. `isHeld`: a session that runs here needs nobody else. */
  beforeClaim(): (isFull: boolean, isHeld: (sessionId: string) => boolean) => void {
    const { offers, hasLeft } = this;
    this.offers = new Map();
    this.hasLeft = false;
    return (isFull, isHeld) => {
      const others = [...offers].filter(([id]) => !isHeld(id)).map(([, workspaceId]) => workspaceId);
      for (const workspace_id of new Set(others)) this.ports.store.publish([{ type: "work", workspace_id }]);
      if (isFull && hasLeft) this.ports.store.publish([{ type: "work" }]);
    };
  }
}
