import type { WorkingCopyRecord } from "../domain/files/working-copy.ts";

export interface FoundWorkingCopy {
  readonly record: WorkingCopyRecord;
  /**
   * The holder is a live instance, or has a session of the workspace whose lease has not expired, both on the store's clock. Always false
   * for a store that is not shared.
   */
  readonly isHeld: boolean;
}

/** Who has the current files of workspaces. Rows are removed with their workspace. */
export interface WorkingCopyRepository {
  /** Null where nobody took the files over yet. */
  get(tenant: string, workspaceId: string): Promise<FoundWorkingCopy | null>;
  /**
   * The same inside a transaction, locked until its end. Where nobody took the files over yet, a row is made: epoch 0, no holder, nothing
   * published. Throws `not_found` when the tenant has no such workspace.
   */
  lock(tenant: string, workspaceId: string): Promise<FoundWorkingCopy>;
  /** Replaces a row that exists, in the transaction that locked it. `objects`: what `root` needs, where the root changes. */
  save(record: WorkingCopyRecord, objects?: readonly string[]): Promise<void>;
  /** What an instance holds and another waits for, of any tenant. */
  wantedOf(instanceId: string): Promise<readonly WorkingCopyRecord[]>;
  /** The objects that the published files need, sorted; empty where nothing is published. */
  objects(tenant: string, workspaceId: string): Promise<readonly string[]>;
}
