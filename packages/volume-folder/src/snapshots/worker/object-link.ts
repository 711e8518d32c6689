import type { SnapshotObjects } from "@workspace-agent/core/ports";
import type { MainThread } from "../../threads/main-thread.ts";

/** The objects that are stored at once: packs that wait use memory. */
const MOST_AT_ONCE = 4;

/** The objects of a workspace, which the main thread reads and stores. */
export class ObjectLink implements SnapshotObjects {
  private readonly main: MainThread;
  private readonly stored = new Set<Promise<unknown>>();
  private failure: { readonly error: unknown } | null = null;

  constructor(main: MainThread) {
    this.main = main;
  }

  /** Gives the bytes away. Resolves when the next object may come. */
  async put(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const storing = this.main
      .call({ type: "put", key, bytes })
      .catch((error: unknown) => (this.failure ??= { error }))
      .finally(() => this.stored.delete(storing));
    this.stored.add(storing);
    if (this.stored.size >= MOST_AT_ONCE) await Promise.race(this.stored);
    this.throwFailure();
  }

  async get(
    key: string,
    { range = null }: { readonly range?: { readonly start: number; readonly end: number } | null } = {},
  ): Promise<Uint8Array | null> {
    return this.main.call({ type: "get", key, range });
  }

  /** Resolves when everything is stored. */
  async finish(): Promise<void> {
    await Promise.all(this.stored);
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failure !== null) throw this.failure.error;
  }
}
