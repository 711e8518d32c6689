import { mkdirSync } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Stores compiled code with the data, because compiling is a good part of a start. The folder can be deleted at any time; without it, the
 * server starts more slowly.
 */
function keepCompiled(): void {
  const dataDir = process.env["DATA_DIR"] || "./data";
  try {
    // Nobody else may write code that this program runs.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  enableCompileCache(join(dataDir, "compiled"));
}

keepCompiled();
await import("./main.ts");
flushCompileCache();
