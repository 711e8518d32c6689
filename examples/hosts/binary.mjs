import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * The program of a runtime that comes by npm as a package for each system, of which the one for this system is installed.
 * `file` is where it is in that package. Null: there is none for this system.
 */
export function binaryOf(runtime, file) {
  const manifest = createRequire(import.meta.url).resolve(`${runtime}/package.json`);
  const require = createRequire(manifest);
  const places = Object.keys(require(manifest).optionalDependencies).flatMap((name) =>
    (require.resolve.paths(name) ?? []).map((folder) => join(folder, name, file)),
  );
  return places.find((place) => existsSync(place)) ?? null;
}
