/** A place of containers that a sandbox has made for a workspace, or is about to make. */
export interface ContainerRecord {
  /** Names an engine, and what of it is this store's. */
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
  /**
   * The record of a new place, which has the next epoch; what has an older one is to be removed. Many that claim at once get epochs of
   * their own. `instanceId`: whose it is from now on; absent: of no instance.
   */
  claim(placement: string, workspaceId: string, instanceId?: string): Promise<ContainerRecord>;
  /** All of a placement, by workspace, but for those of living instances other than this one. */
  list(placement: string, instanceId?: string): Promise<readonly ContainerRecord[]>;
  /** Removes the record, unless it was claimed again since. Absent is fine. */
  release(record: ContainerRecord): Promise<void>;
}
