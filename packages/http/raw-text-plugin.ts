import { copyFile, mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

const require = createRequire(import.meta.url);

/** Files that the licenses of the viewer require. */
const NOTICES = {
  LICENSE: "swagger-ui.license.txt",
  NOTICE: "swagger-ui.notice.txt",
  "swagger-ui-bundle.js.LICENSE.txt": "swagger-ui.contents.txt",
};

/** Inlines files that are imported with `?raw`, like Vite, and copies the license notices of the viewer into the build. */
export function rawText(): Plugin {
  return {
    name: "raw-text",
    setup(build) {
      build.onResolve({ filter: /\?raw$/ }, ({ path }) => ({
        // The ending stays: the bundler's own plugin takes every path that ends in `.css`.
        path: `${require.resolve(path.replace(/\?raw$/, ""))}?raw`,
        namespace: "raw-text",
      }));
      build.onLoad({ filter: /^/, namespace: "raw-text" }, async ({ path }) => ({
        contents: await readFile(path.replace(/\?raw$/, ""), "utf8"),
        loader: "text",
      }));
      build.onEnd(async () => {
        const folder = join(import.meta.dirname, "dist", "notices");
        await mkdir(folder, { recursive: true });
        for (const [name, copy] of Object.entries(NOTICES)) {
          await copyFile(require.resolve(`swagger-ui-dist/${name}`), join(folder, copy));
        }
      });
    },
  };
}
