// Builds the packages and examples whose sources have changed, without declarations, in one process. Needs a current Node.
import { relative } from "node:path";
import { buildIn } from "./build-in.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { buildTargets, isBuilt, markBuilt } from "./stamps.mjs";
import { ROOT } from "./toolchain.mjs";

process.env.NO_DTS = "1";
// A process that waits for another build finds its output.
await oneAtATime(`build ${ROOT}`, async () => {
  for (const target of buildTargets()) {
    if (isBuilt(target)) continue;
    console.log(`building ${relative(ROOT, target.folder)}`);
    await buildIn(target.folder);
    markBuilt(target);
  }
});
