import { build } from "vite";
import { packageConfig } from "../../tsup.base.ts";
import { packFiles } from "./pack-files.ts";

/** Builds `webUi()`, then the app, then the modules with the files of the app that `webUi()` loads. */
export default packageConfig(
  { index: "src/index.ts", files: "src/serve/files.ts" },
  {
    external: ["@workspace-agent/web/files"],
    onSuccess: async () => {
      // Tests build with NODE_ENV=test.
      const before = process.env["NODE_ENV"];
      process.env["NODE_ENV"] = "production";
      try {
        await build({ configFile: "vite.config.ts", logLevel: "warn" });
      } finally {
        if (before === undefined) delete process.env["NODE_ENV"];
        else process.env["NODE_ENV"] = before;
      }
      await packFiles("dist/app", "dist");
    },
  },
);
