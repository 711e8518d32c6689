// `node scripts/with-toolchain.mjs pnpm check`: runs a command with the project's Node and pnpm on the path.
import { installDependencies } from "./install.mjs";
import { runForeground } from "./run.mjs";
import { fail, findToolchain } from "./toolchain.mjs";

const [command, ...args] = process.argv.slice(2);
if (command === undefined) fail("usage: node scripts/with-toolchain.mjs COMMAND [ARGUMENT…]");
await installDependencies();
process.exitCode = await runForeground(command, args, findToolchain({ pnpm: true }).env);
