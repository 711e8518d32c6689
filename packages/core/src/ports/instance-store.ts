/** How many living instances reach the files of a placement. */
export interface LivingPlacement {
  readonly placement: string;
  readonly count: number;
}

/** The instances that use a store, by its own clock. They belong to no tenant. */
export interface InstanceRepository {
  /** The instance lives, and does for `ttlMs` more unless it says so again. */
  beat(id: string, placement: string, ttlMs: number): Promise<void>;
  /** The instance stops. Absent is fine. */
  leave(id: string): Promise<void>;
  /** Of those that live; placements that none of them reaches are left out. */
  living(): Promise<readonly LivingPlacement[]>;
}
