import { service } from "../di.ts";
import type { BackgroundRecord } from "../ports/cluster-store.ts";

/** `deleting`: another instance deletes a workspace that is in use here. `ended`: another instance asked to end processes, since their workspace may be deleted. */
type RemovalNotice =
  { readonly type: "deleting" } | { readonly type: "ended"; readonly processes: readonly BackgroundRecord[] };

/** Passes on notices that other instances remove workspaces. */
@service()
export class RemovalNotices {
  private readonly listeners = new Set<(notice: RemovalNotice) => void>();

  /** Returns the function that ends the subscription. */
  subscribe(listener: (notice: RemovalNotice) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  publish(notice: RemovalNotice): void {
    for (const listener of this.listeners) listener(notice);
  }
}
