import { afterAll, beforeAll, describe } from "vitest";
import { listingSuite } from "./listing-suite.ts";
import type { Given } from "./given.ts";
import type { MakeObjects, ObjectsUnderTest } from "./objects-under-test.ts";
import { puttingSuite } from "./putting-suite.ts";
import { readingSuite } from "./reading-suite.ts";

/**
 * What every store of objects has to do: the contract of the `ObjectStore` port as tests (vitest). All tests share one store and use
 * keys of their own. Objects of 700 KB show whether a store divides them rightly: a part or a segment of the store should be smaller.
 */
export function describeObjectStoreContract(name: string, makeObjects: MakeObjects): void {
  describe(`${name}: the contract of object stores`, () => {
    let made: ObjectsUnderTest | undefined;
    beforeAll(async () => {
      made = await makeObjects();
    });
    afterAll(async () => {
      await made?.remove?.();
    });
    const underTest = () => {
      if (made === undefined) throw new Error("The store exists within tests only.");
      return made;
    };
    const given: Given = {
      store: () => underTest().store,
      another: async () => (await underTest().another?.()) ?? underTest().store,
    };
    puttingSuite(given);
    readingSuite(given);
    listingSuite(given);
  });
}
