import { start } from "@workspace-agent/cli";
import { addBackup, addDoctor, addRestore, addServe } from "./commands/host-commands.ts";
import { addTokens } from "./commands/tokens.ts";

await start([addServe, addDoctor, addBackup, addRestore, addTokens]);
