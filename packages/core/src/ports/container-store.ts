/** A place of containers that a sandbox has made for a workspace, or is about to make. */
export interface ContainerRecord {
  /** Names the sandbox among those that use the same store: one process at a time. */
  readonly placement: string;
  readonly workspaceId: string;
  /** Rises with each place that is made while the record lasts; 1 for the first. */
  readonly epoch: number;
}

/**
 * Which containers on an engine are ours. A record is written before a container is made and released after it was removed, so that
 * what a crash left can be told from what belongs to others: what has no record is never touched.
 */
export interface ContainerRepository {
  /** The record of a new place, which has the next epoch; what has an older one is to be removed. Many that claim at once get epochs of their own. */
  claim(placement: string, workspaceId: string): Promise<ContainerRecord>;
  /** All of a placement, by workspace. */
  list(placement: string): Promise<readonly ContainerRecord[]>;
  /** Removes the record, unless it was claimed anew since. Absent is fine. */
  release(record: ContainerRecord): Promise<void>;
}
