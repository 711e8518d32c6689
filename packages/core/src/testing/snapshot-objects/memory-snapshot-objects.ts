import { DomainError } from "../../domain/errors/domain-error.ts";
import type { SnapshotObjects } from "../../ports/volume-snapshots.ts";

export interface MemorySnapshotObjects extends SnapshotObjects {
  /** All objects by key, to be looked at and damaged. */
  readonly stored: Map<string, Uint8Array<ArrayBuffer>>;
  /** The keys that were read. */
  readonly reads: string[];
}

/** Objects in memory. Like any storage, they are gone with what holds them. */
export function memorySnapshotObjects(): MemorySnapshotObjects {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  const reads: string[] = [];
  return {
    stored,
    reads,
    async put(key, bytes, { abortSignal } = {}) {
      abortSignal?.throwIfAborted();
      if (!/^[pc]\/[0-9a-f]{64}$/.test(key))
        throw new DomainError("invalid_request", "The key is not valid.");
      stored.set(key, bytes.slice());
    },
    async get(key, { range, abortSignal } = {}) {
      abortSignal?.throwIfAborted();
      reads.push(key);
      const bytes = stored.get(key);
      if (bytes === undefined) return null;
      return range === undefined ? bytes.slice() : bytes.slice(range.start, range.end);
    },
  };
}
