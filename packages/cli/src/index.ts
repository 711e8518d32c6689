export { cleanLine, jsonLine } from "./clean-text.ts";
export { findWorkspace } from "./connection.ts";
export type { Context } from "./context.ts";
export { CommandError, EXIT } from "./exit-codes.ts";
export { processOutput, table, type Output } from "./output.ts";
export { processPrompt, type Prompt } from "./prompt.ts";
export { runCommand, type AddCommand } from "./program.ts";
export { start } from "./start.ts";
