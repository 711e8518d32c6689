import { join } from "node:path";
import { defineConfig } from "vite";

/** Where `vite` finds the instance while the interface is worked on. */
const INSTANCE = process.env["INSTANCE"] ?? "http://127.0.0.1:8787";

export default defineConfig({
  root: join(import.meta.dirname, "src"),
  // Assets are found from where the page or the script is, so that one build serves under any prefix.
  base: "./",
  resolve: { conditions: ["dev-source", "module", "browser", "development|production"] },
  build: {
    outDir: join(import.meta.dirname, "dist", "app"),
    emptyOutDir: true,
    target: "es2023",
    manifest: "manifest.json",
    // Nothing inline: the page's policy allows files only.
    assetsInlineLimit: 0,
    // A part that is loaded later never waits for its style, nor misses it.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog: (level, log, tell) => {
        // Libraries say which of their files are for the browser: here all are.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") tell(level, log);
      },
    },
  },
  server: { proxy: { "/api": { target: INSTANCE }, "/healthz": { target: INSTANCE } } },
});
