import { mkdirSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

/**
 * What the program is made of is compiled once and kept with the data; to compile it is a good part of a start. The folder may be
 * removed at any time. Where it cannot be had, the server starts without it.
 */
function keepCompiled(): void {
  const dataDir = process.env["DATA_DIR"] || "./data";
  try {
    // Nobody else may write what this program runs.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  enableCompileCache(join(dataDir, "compiled"));
}

keepCompiled();
await import("./main.ts");
flushCompileCache();
