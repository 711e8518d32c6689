import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "tsup";
import { ROOT } from "./workspace-packages.ts";

/** The client with its dependency as one minified module, as a page loads it. */
export async function bundledClient(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "client-bundle-"));
  try {
    await build({
      entry: { index: join(ROOT, "packages", "client", "src", "index.ts") },
      outDir: folder,
      format: "esm",
      platform: "browser",
      target: "es2023",
      minify: true,
      noExternal: [/./],
      config: false,
      silent: true,
    });
    return readFileSync(join(folder, "index.js"), "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
