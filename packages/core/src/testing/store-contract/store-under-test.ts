import type { StoreParts } from "../../ports/store-parts.ts";
import type { Store } from "../../ports/store.ts";

/** A part that a store may leave out. */
export type StorePart = keyof StoreParts | "cluster";

const PARTS: { readonly [Part in keyof StoreParts]: true } = {
  library: true,
  blobs: true,
  stagedLines: true,
  webhooks: true,
  usage: true,
  serviceTokens: true,
  signIns: true,
  audit: true,
  containers: true,
  eventFeed: true,
  schedules: true,
  batches: true,
  snapshots: true,
  workingCopies: true,
};
/** The parts of a complete store that one process uses. */
export const STORE_PARTS = Object.keys(PARTS) as readonly (keyof StoreParts)[];

export interface StoreUnderTest {
  /** Empty, and not started. */
  readonly store: Store;
  /** Another store on the same data, not started; called once `store` is closed. Absent: `store` itself is started again. */
  readonly reopen?: () => Store | Promise<Store>;
  /** Removes the data, after the store was closed. */
  readonly remove?: () => Promise<void>;
}

export type MakeStore = () => StoreUnderTest | Promise<StoreUnderTest>;
