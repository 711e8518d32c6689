export { EXIT } from "./exit-codes.ts";
export { processOutput, type Output } from "./output.ts";
export { runCommand } from "./program.ts";
