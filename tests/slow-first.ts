import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute or so: begun last, they would be waited for by nobody but themselves. */
const SLOW = [
  "/sandbox-docker/src/contract.test.ts",
  "/pages/reference/reference.test.ts",
  "/tests/contract/fuzz.test.ts",
  "/standalone-server/src/postgres.built.test.ts",
  "/standalone-server/src/main.built.test.ts",
  "/sandbox-interpreter/src/contract.test.ts",
  "/store-postgres/src/postgres-store.test.ts",
  "/sandbox-docker/src/engine-restart.test.ts",
  "/sandbox-docker/src/silence.test.ts",
  "/volume-folder/src/folder-volumes.test.ts",
];

/** Begins with the files that take longest, whether or not an earlier run is remembered. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = SLOW.findIndex((name) => moduleId.endsWith(name));
      return found === -1 ? SLOW.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
