import type { InstanceRegistry } from "../instance/instance-registry.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

/** Of the instances that are notified of work, about so many claim at once; the others find what is left by their poll. */
const CALLED = 4;
/** They do not all claim at the same moment. */
const MAX_DELAY_MS = 25;

export interface WorkNotifierPorts {
  readonly store: Store;
  readonly instances: Pick<InstanceRegistry, "neighbours" | "isOwn">;
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborts when no more work is taken. */
  readonly signal: AbortSignal;
  /** Whether something of a workspace runs here, so that others leave its sessions to this instance. */
  readonly isBoundHere: (workspaceId: string) => boolean;
}

/** How instances notify one another of work: which of them claims it, and which are notified. */
export class WorkNotifier {
  /** Sessions with work that peer instances may have to do, with their workspaces. */
  private offers = new Map<string, string>();
  /** A workspace that was bound here is free since the last claim. */
  private hasLeft = false;

  constructor(private readonly ports: WorkNotifierPorts) {}

  /** Has a few of many instances claim, one after the other; in any case the one that the workspace is bound to. */
  async answer(claim: () => void, workspaceId?: string): Promise<void> {
    const { instances, random, signal, clock, isBoundHere } = this.ports;
    if (signal.aborted) return;
    const { neighbours } = instances;
    if (workspaceId === undefined || !isBoundHere(workspaceId)) {
      if (random() >= CALLED / neighbours) return;
      if (neighbours > 2) await clock.sleep(random() * MAX_DELAY_MS, signal);
    }
    claim();
  }

  /** Whether the work may be for this instance. Peers are notified of what it does not claim next. */
  offer({ id, workspace_id, placement }: SessionRecord): boolean {
    const { store, instances, signal } = this.ports;
    if (signal.aborted || !instances.isOwn(placement)) {
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

  /** Returns what notifies peers after the claim that comes now. `isHeld`: a session that runs here needs no other instance. */
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
