import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { SlowFirst } from "./tests/slow-first.ts";
import { filesOnEachStore } from "./tests/stores/files-on-each-store.ts";

/** `standard` proves that a change is sound; `full` proves a release: it adds the files named `*.full.test.ts`. */
const isFull = process.env["TEST_SUITE"] === "full";

const conditions = ["workspace-agent-source", "module", "node", "development|production"];
const named = (ending: string) => [
  `packages/*/src/**/*${ending}`,
  `examples/*/src/**/*${ending}`,
  `tests/**/*${ending}`,
];
/** Tests that start programs as they are shipped. */
const built = [...named(".built.test.ts"), "tests/chaos/*.test.ts"];
/** Tests that use up the machine, or take a multiple of their time beside others: one at a time, after all others. */
const alone = [
  "packages/*/src/**/exhaustion/*.test.ts",
  // Where leases are lost for want of a processor, turns are repeated, and one ends as crashed in the end.
  "tests/chaos/{portable-files,killed-publish,hosts-apart}.full.test.ts",
  ...(isFull ? ["tests/chaos/chaos.test.ts"] : []),
];
const exclude = [...configDefaults.exclude, ...(isFull ? [] : named(".full{,.built}.test.ts"))];

const postgres = "./tests/postgres/on-demand.ts";
const buildChanged = "./tests/build-changed.ts";

const onStore = (store: "sqlite" | "postgres") => ({
  extends: true as const,
  test: {
    name: store,
    include: filesOnEachStore({ isFull }),
    env: { TEST_STORE: store },
    globalSetup: [postgres],
  },
});

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["workspace-agent-source", "node"] } },
  test: {
    // Time limits end what hangs; no busy machine comes near them.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: "forks",
    // Loading all modules again for each file takes longer than most tests.
    isolate: false,
    // More than there are processors: many tests wait for containers, browsers and databases.
    maxWorkers: Math.min(8, availableParallelism() + 2),
    setupFiles: ["./tests/seed-properties.ts", "./tests/stores/choose-test-store.ts"],
    hookTimeout: 120_000,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "sources",
          include: named(".test.ts"),
          exclude: [...exclude, ...built, ...alone],
          globalSetup: [postgres],
        },
      },
      onStore("sqlite"),
      onStore("postgres"),
      {
        extends: true,
        test: {
          name: "built",
          include: built,
          exclude: [...exclude, ...alone],
          // Programs take longer to start than a test takes, where several are started at once.
          globalSetup: [postgres, buildChanged],
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          exclude,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          globalSetup: [postgres, buildChanged],
        },
      },
    ],
  },
});
