// Builds the packages and examples whose sources have changed, without declarations, in one process. Needs a current Node.
import { relative } from "node:path";
import { build } from "tsup";
import { oneAtATime } from "./one-at-a-time.mjs";
import { buildTargets, isBuilt, markBuilt } from "./stamps.mjs";
import { ROOT } from "./toolchain.mjs";

process.env.NO_DTS = "1";
// A process that waits for another build finds its output.
await oneAtATime(`build ${ROOT}`, async () => {
  for (const target of buildTargets()) {
    if (isBuilt(target)) continue;
    console.log(`building ${relative(ROOT, target.folder)}`);
    // A build reads its configuration and its manifest from the working directory.
    process.chdir(target.folder);
    await build({ silent: true });
    markBuilt(target);
  }
});
