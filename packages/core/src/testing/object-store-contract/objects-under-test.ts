import type { ObjectStore } from "../../ports/object-store.ts";

export interface ObjectsUnderTest {
  /** Without any object yet. */
  readonly store: ObjectStore;
  /** Another store of the same objects, as another instance has it. Absent: not tested. */
  readonly another?: () => ObjectStore | Promise<ObjectStore>;
  /** Removes the objects, and releases what the stores hold. */
  readonly remove?: () => Promise<void>;
}

export type MakeObjects = () => ObjectsUnderTest | Promise<ObjectsUnderTest>;
