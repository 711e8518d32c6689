import { start } from "@workspace-agent/cli";
import { addBackup, addDoctor, addRestore, addServe } from "./commands/host-commands.ts";
import { addSandboxImage } from "./commands/sandbox-image.ts";
import { addTokens } from "./commands/tokens.ts";

await start([addServe, addTokens, addBackup, addRestore, addDoctor, addSandboxImage]);
