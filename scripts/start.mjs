// `npm start`: installs and builds what has changed, then runs the standalone server.
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
const server = join(ROOT, "examples", "standalone-server", "dist", "main.js");
const companion = new URL("stop-with-parent.mjs", import.meta.url).href;
process.exitCode = await runForeground(node, ["--import", companion, server, ...process.argv.slice(2)], env, {
  channel: true,
});
