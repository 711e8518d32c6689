import { build } from "vite";
import { packageConfig } from "../../tsup.base.ts";
import { packFiles } from "./pack-files.ts";

/** `webUi()` as any package is built, then the app, then its files as the modules that `webUi()` loads. */
export default packageConfig(
  { index: "src/index.ts", files: "src/serve/files.ts" },
  {
    external: ["@workspace-agent/web/files"],
    onSuccess: async () => {
      // What is shipped is for production, whoever builds it: tests build too, in an environment of their own.
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
