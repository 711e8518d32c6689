import { start } from "@workspace-agent/cli";
import { addBackup, addDoctor, addRestore, addServe } from "./commands/host-commands.ts";
import { addSandboxImage } from "./commands/sandbox-image.ts";

await start([addServe, addBackup, addRestore, addDoctor, addSandboxImage]);
