import { copyFile } from "node:fs/promises";
import { programConfig } from "../../tsup.base.ts";

export default programConfig(
  {
    main: "src/main.ts",
    // Threads find their programs beside the code that starts them.
    worker: "../../packages/sandbox-interpreter/dist/worker.js",
    "snapshot-worker": "../../packages/volume-folder/dist/snapshot-worker.js",
  },
  {
    external: ["@vscode/ripgrep", "@workspace-agent/web", "better-sqlite3", "just-bash", "pg-native"],
    // `sandbox-image` reads it.
    onSuccess: () => copyFile("src/sandbox.Dockerfile", "dist/sandbox.Dockerfile"),
  },
);
