import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { SlowFirst } from "./tests/slow-first.ts";

const conditions = ["dev-source", "module", "node", "development|production"];
const include = ["packages/*/src/**/*.test.ts", "examples/*/src/**/*.test.ts", "tests/**/*.test.ts"];
/** Tests that start programs as they are shipped: what has changed is built before. */
const built = [
  "packages/*/src/**/*.built.test.ts",
  "examples/*/src/**/*.built.test.ts",
  "tests/**/*.built.test.ts",
];
/** Tests that use up the machine, or measure it, or say how soon instances hear of each other: each alone, after all others. */
const alone = [
  "packages/*/src/**/exhaustion/*.test.ts",
  "packages/store-postgres/src/hints/*.test.ts",
  "tests/instances/*.test.ts",
  "tests/chaos/*.test.ts",
];
/** Starts when a test asks for it. */
const postgres = "./tests/postgres/on-demand.ts";

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["dev-source", "node"] } },
  test: {
    testTimeout: 30_000,
    // A machine that is busy with other tests is slow.
    expect: { poll: { timeout: 20_000 } },
    // More than there are processors: many tests wait for containers, browsers and databases.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    setupFiles: [
      "./tests/seed-properties.ts",
      ...(process.env["TEST_STORE"] === undefined ? [] : ["./tests/stores/choose-test-store.ts"]),
    ],
    hookTimeout: 60_000,
    sequence: { sequencer: SlowFirst },
    pool: "forks",
    // Style sheets that are served are text, which tests read.
    css: { include: /\?raw$/ },
    projects: [
      {
        extends: true,
        test: {
          name: "sources",
          include,
          exclude: [...built, ...alone, "**/node_modules/**"],
          globalSetup: [postgres],
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          include: built,
          // Programs take longer to start than a test takes, where several are started at once.
          testTimeout: 120_000,
          globalSetup: [postgres, "./tests/build-changed.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          globalSetup: [postgres, "./tests/build-changed.ts"],
        },
      },
    ],
  },
});
