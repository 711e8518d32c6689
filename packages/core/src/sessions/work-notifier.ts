import type { InstanceRegistry } from "../instance/instance-registry.ts";
import type { Clock } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";

/** About how many of the notified instances claim at once. The others find what is left by their poll. */
const CLAIMERS = 4;
/** The claims are spread over this time. */
const MAX_DELAY_MS = 25;

export interface WorkNotifierPorts {
  readonly store: Store;
  readonly instances: Pick<InstanceRegistry, "neighbours" | "isOwn">;
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborts when the instance claims no more. */
  readonly signal: AbortSignal;
  /** Whether something of a workspace runs here, so that only this instance claims its sessions. */
  readonly isBoundHere: (workspaceId: string) => boolean;
}

/** Decides which instances are notified of work, and which of them claim it. */
export class WorkNotifier {
  /** Sessions with work since the last claim, with their workspaces. */
  private offers = new Map<string, string>();
  /** A workspace that was bound here became free since the last claim. */
  private hasLeft = false;

  constructor(private readonly ports: WorkNotifierPorts) {}

  /** Claims on a few of many instances at spread times, and always on the one that the workspace is bound to. */
  async answer(claim: () => void, workspaceId?: string): Promise<void> {
    const { instances, random, signal, clock, isBoundHere } = this.ports;
    if (signal.aborted) return;
    const { neighbours } = instances;
    if (workspaceId === undefined || !isBoundHere(workspaceId)) {
      if (random() >= CLAIMERS / neighbours) return;
      if (neighbours > 2) await clock.sleep(random() * MAX_DELAY_MS, signal);
    }
    claim();
  }

  /** Returns whether this instance may claim the session. Peers are notified of what its next claim leaves. */
  offer({ id, workspace_id, placement }: SessionRecord): boolean {
    const { store, instances, signal } = this.ports;
    if (signal.aborted || !instances.isOwn(placement)) {
      store.cluster?.publish([{ type: "work", workspace_id }]);
      return false;
    }
    this.offers.set(id, workspace_id);
    return true;
  }

  /** A run of the workspace ended here. */
  left(workspaceId: string): void {
    if (!this.ports.isBoundHere(workspaceId)) this.hasLeft = true;
  }

  /** Call before a claim, and the returned function after it, which notifies peers. `isHeld`: whether a session runs here. */
  beforeClaim(): (isFull: boolean, isHeld: (sessionId: string) => boolean) => void {
    const { offers, hasLeft } = this;
    this.offers = new Map();
    this.hasLeft = false;
    return (isFull, isHeld) => {
      const others = [...offers].filter(([id]) => !isHeld(id)).map(([, workspaceId]) => workspaceId);
      for (const workspace_id of new Set(others))
        this.ports.store.cluster?.publish([{ type: "work", workspace_id }]);
      if (isFull && hasLeft) this.ports.store.cluster?.publish([{ type: "work" }]);
    };
  }
}
