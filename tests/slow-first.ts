import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take ten seconds or more. */
const SLOW = [
  "/tests/chaos/chaos.test.ts",
  "/sandbox-docker/src/contract.test.ts",
  "/web/src/workspace/chat/composer.built.test.ts",
  "/server/src/main.built.test.ts",
  "/sandbox-local/src/contract.test.ts",
  "/command/command.built.test.ts",
  "/chaos/moments.test.ts",
  "/store-postgres/src/postgres-store.test.ts",
];

/** Runs the slowest files of a project first: started last, everything would wait for them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = SLOW.findIndex((name) => moduleId.endsWith(name));
      return found === -1 ? SLOW.length : found;
    };
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    // A worker runs files of one project only, so these stay together.
    return [...projects.values()].flatMap((ofProject) => ofProject.toSorted((a, b) => rank(a) - rank(b)));
  }
}
