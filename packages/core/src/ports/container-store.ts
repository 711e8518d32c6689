/** The containers that a sandbox has created for a workspace, or is about to create. */
export interface ContainerRecord {
  /** Names an engine, and the share of it that belongs to this store. */
  readonly placement: string;
  readonly workspaceId: string;
  /** 1 for the first claim of a record, and one more for each next one. */
  readonly epoch: number;
}

/**
 * Which containers on an engine belong to the service. A record is written before a container is created and released after it was
 * removed, so that leftovers of a crash are recognized. A container without a record is never touched.
 */
export interface ContainerRepository {
  /**
   * Returns a record with the next epoch; containers of older epochs are to be removed. Concurrent claims get different epochs.
   * `instanceId`: the instance that it belongs to from now on. Default: none.
   */
  claim(placement: string, workspaceId: string, instanceId?: string): Promise<ContainerRecord>;
  /** The records of a placement by workspace, without those of other live instances. */
  list(placement: string, instanceId?: string): Promise<readonly ContainerRecord[]>;
  /** Removes the record unless it was claimed again. An unknown record is fine. */
  release(record: ContainerRecord): Promise<void>;
}
