import type { Experimental_SandboxSession } from "@ai-sdk/provider-utils";
import { expectTypeOf, it } from "vitest";
import type { AiSdkSandboxSession, toAiSdkSandbox } from "./index.ts";

it("takes the AI SDK's sandboxes, and gives what the AI SDK takes", () => {
  expectTypeOf<Experimental_SandboxSession>().toExtend<AiSdkSandboxSession>();
  expectTypeOf<ReturnType<typeof toAiSdkSandbox>>().toExtend<Experimental_SandboxSession>();
});
