export { interpreterSandbox, type InterpreterSandboxOptions } from "./interpreter-sandbox.ts";
