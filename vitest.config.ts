import { defineConfig } from "vitest/config";

const conditions = ["dev-source", "module", "node", "development|production"];
const include = ["packages/*/src/**/*.test.ts", "examples/*/src/**/*.test.ts", "tests/**/*.test.ts"];
/** Tests that start programs as they are shipped: what has changed is built before. */
const built = ["packages/*/src/**/*.built.test.ts", "examples/*/src/**/*.built.test.ts"];
/** Starts when a test asks for it. */
const postgres = "./tests/postgres/on-demand.ts";

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ["dev-source", "node"] } },
  test: {
    testTimeout: 20_000,
    ...(process.env["TEST_STORE"] === undefined
      ? {}
      : { setupFiles: ["./tests/stores/choose-test-store.ts"] }),
    hookTimeout: 60_000,
    pool: "forks",
    // Style sheets that are served are text, which tests read.
    css: { include: /\?raw$/ },
    projects: [
      {
        extends: true,
        test: {
          name: "sources",
          include,
          exclude: [...built, "**/node_modules/**"],
          globalSetup: [postgres],
        },
      },
      {
        extends: true,
        test: { name: "built", include: built, globalSetup: [postgres, "./tests/build-changed.ts"] },
      },
    ],
  },
});
