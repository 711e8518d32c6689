import { join } from "node:path";
import { defineConfig } from "vite";
import { writeNotices } from "../../third-party-notices.ts";

/** The instance that the development server forwards requests to. */
const INSTANCE = process.env["INSTANCE"] ?? "http://127.0.0.1:8787";

export default defineConfig({
  root: join(import.meta.dirname, "src"),
  // Relative paths let one build work under any prefix.
  base: "./",
  resolve: { conditions: ["workspace-agent-source", "module", "browser", "development|production"] },
  build: {
    outDir: join(import.meta.dirname, "dist", "app"),
    emptyOutDir: true,
    target: "es2023",
    manifest: "manifest.json",
    // The content security policy forbids inline assets.
    assetsInlineLimit: 0,
    // One style sheet, so that modules that are loaded later have their styles at once.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file for what most screens need: many small ones compress badly.
        codeSplitting: {
          groups: [{ name: "shared", test: /web\/src\/(?:api|ui|routing)\//, minShareCount: 12 }],
        },
      },
      plugins: [
        {
          name: "notices",
          async writeBundle(_options, bundle) {
            const modules = Object.values(bundle).flatMap((file) =>
              file.type === "chunk" ? file.moduleIds : [],
            );
            await writeNotices(modules, join(import.meta.dirname, "dist/THIRD-PARTY-NOTICES.txt"));
          },
        },
      ],
      onLog: (level, log, tell) => {
        // "use client" in libraries has no effect here.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") tell(level, log);
      },
    },
  },
  server: { proxy: { "/api": { target: INSTANCE }, "/healthz": { target: INSTANCE } } },
});
