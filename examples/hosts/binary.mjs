import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * The binary of a runtime that npm provides as one package per system. `file` is its path in the package. Null if there is none for this
 * system.
 */
export function binaryOf(runtime, file) {
  const manifest = createRequire(import.meta.url).resolve(`${runtime}/package.json`);
  const require = createRequire(manifest);
  const candidates = Object.keys(require(manifest).optionalDependencies).flatMap((name) =>
    (require.resolve.paths(name) ?? []).map((folder) => join(folder, name, file)),
  );
  return candidates.find((path) => existsSync(path)) ?? null;
}
