// `npm start [-- COMMAND]`: installs and builds what has changed, then runs a command of the server, by default `serve`.
import { join } from "node:path";
import { installDependencies } from "./install.mjs";
import { endWithNpm, runForeground, runQuietly } from "./run.mjs";
import { buildTargets, isBuilt } from "./stamps.mjs";
import { ROOT } from "./toolchain.mjs";

endWithNpm();
const { node, env } = await installDependencies();
if (!buildTargets().every(isBuilt)) {
  console.log("building …");
  await runQuietly("built", node, [join(ROOT, "scripts", "build-changed.mjs")], env);
}
const server = join(ROOT, "packages", "server", "dist", "main.js");
const companion = new URL("stop-with-parent.mjs", import.meta.url).href;
const args = process.argv.slice(2);
const isCommand = args[0] !== undefined && (args[0] === "--version" || !args[0].startsWith("-"));
// Less memory under load: docs/deploy.md.
const lessMemory = "--max-semi-space-size=16";
process.exitCode = await runForeground(
  node,
  [lessMemory, "--import", companion, server, ...(isCommand ? [] : ["serve"]), ...args],
  { MALLOC_MMAP_THRESHOLD_: "65536", ...env },
  { channel: true },
);
