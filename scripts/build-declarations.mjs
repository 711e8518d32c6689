// Builds what has changed, and adds the declarations, which builds of scripts/build-changed.mjs lack. Needs a current Node.
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
// A package that is marked below is built as a whole from the sources of now.
import "./build-changed.mjs";
import { buildIn } from "./build-in.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { publishedFolders } from "./published-packages.mjs";
import { buildTargets, markBuilt } from "./stamps.mjs";
import { ROOT } from "./toolchain.mjs";

delete process.env.NO_DTS;
process.env.ONLY_DTS = "1";

/** A build of changed sources removes the declarations of those before. */
function hasDeclarations(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return Object.values(exports).every(({ types }) => existsSync(join(folder, types)));
}

await oneAtATime(`build ${ROOT}`, async () => {
  const published = new Set(publishedFolders());
  for (const target of buildTargets()) {
    const { folder } = target;
    if (!published.has(folder) || hasDeclarations(folder)) continue;
    console.log(`declaring ${relative(ROOT, folder)}`);
    await buildIn(folder);
    markBuilt(target);
  }
});
