import { service } from "../di.ts";
import type { BackgroundRecord } from "../ports/cluster-store.ts";

/** `deleting`: another instance deletes a workspace that something runs in here. `ended`: processes that another instance wanted ended, as their workspace may be gone. */
export type RemovalNotice =
  { readonly type: "deleting" } | { readonly type: "ended"; readonly processes: readonly BackgroundRecord[] };

/** Passes on what those who run things in workspaces learn of removals by other instances. */
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
