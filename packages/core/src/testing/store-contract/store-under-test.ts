import type { Store } from "../../ports/store.ts";

export interface StoreUnderTest {
  /** Empty, and not started. */
  readonly store: Store;
  /** Another store on the same data, not started; the one before is closed by then. Absent: `store` itself is started again. */
  readonly reopen?: () => Store | Promise<Store>;
  /** Removes the data, after the store was closed. */
  readonly remove?: () => Promise<void>;
}

export type MakeStore = () => StoreUnderTest | Promise<StoreUnderTest>;
