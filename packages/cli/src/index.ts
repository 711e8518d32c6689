export { EXIT } from "./exit-codes.ts";
export { processOutput, type Output } from "./output.ts";
export { processPrompt, type Prompt } from "./prompt.ts";
export { runCommand } from "./program.ts";
