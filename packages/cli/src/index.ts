export { HOST_GROUP } from "./on-this-host.ts";
export type { Context } from "./context.ts";
export { CommandError, EXIT } from "./exit-codes.ts";
export { processOutput, type Output } from "./output.ts";
export { processPrompt, type Prompt } from "./prompt.ts";
export { runCommand, type AddCommand, type Commands } from "./program.ts";
export { LOCAL_SOCKET, socketOf } from "./socket-path.ts";
export { start } from "./start.ts";
