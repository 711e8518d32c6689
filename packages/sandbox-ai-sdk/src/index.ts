export type { AiSdkProcess, AiSdkSandboxSession } from "./ai-sdk-session.ts";
export { fromAiSdkSandbox, type AiSdkSandboxOptions } from "./from-ai-sdk-sandbox.ts";
export { toAiSdkSandbox } from "./to-ai-sdk-sandbox.ts";
