import { describe, expect, it } from "vitest";
import {
  describeSandboxFlows,
  localWorksHere,
  newWorkspace,
  serversOn,
  stepLines,
  stepsIn,
} from "./main.test-support.ts";
import { Caller } from "./running-server.test-support.ts";
import { scriptedOpenAi } from "./scripted-openai.test-support.ts";

const sandbox = (await localWorksHere()) ? "local" : "interpreter";

// Real processes where the machine allows them: the flows of the other sandbox are in the full suite.
describeSandboxFlows(sandbox);

describe("the standalone server", () => {
  it("refuses settings that cannot be used, naming them without their values", async () => {
    const { start } = await serversOn({ SANDBOX: "interpreter" });
    await expect(start({ PORT: "many" })).rejects.toThrow(/PORT/);
    const refused: unknown = await start({ ADMIN_PASSWORD: "hunter2" }).catch((error: unknown) => error);
    expect(String(refused)).toMatch(/ADMIN_PASSWORD: must have at least 8/);
    expect(String(refused)).not.toContain("hunter2");
  });
});

describe(`the standalone server with an OpenAI-compatible model and the sandbox ${sandbox}`, () => {
  it("does the main job with it", async () => {
    const provider = await scriptedOpenAi(10);
    const { start } = await serversOn({ SANDBOX: sandbox, ...provider.settings });
    const server = await start({ OPENAI_COMPATIBLE_API_KEY: "canary-key" });
    const caller = await Caller.signIn(server);
    const workspace = await newWorkspace(caller);
    const result = await caller.send<{ status: string; final_message: string; stats: { steps: number } }>(
      "POST",
      `/api/workspaces/${workspace}/chat`,
      { mode: "sync", message: "Ten steps, please." },
    );
    expect(result).toMatchObject({
      status: "completed",
      final_message: "All is done.",
      stats: { steps: 11 },
    });
    expect(await stepsIn(caller, `/api/workspaces/${workspace}`)).toBe(stepLines(10));
    expect(server.output()).not.toContain("canary-key");
    expect(provider.authorizations).toEqual(new Set(["Bearer canary-key"]));
  });
});
