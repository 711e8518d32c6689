import type { Message } from "@workspace-agent/core";
import { describe, expect, it } from "vitest";
import { describeSandboxFlows, localWorksHere, newWorkspace, serversOn, steps } from "./main.test-support.ts";
import { Caller } from "./running-server.test-support.ts";

const hasLocal = await localWorksHere();
if (hasLocal) describeSandboxFlows("interpreter");

describe.each(["interpreter", ...(hasLocal ? ["local"] : [])])(
  "a long session in the sandbox %s",
  (sandbox) => {
    it("gives a session of 40 steps whole, its last message the assistant's", async () => {
      const { start } = await serversOn({ SANDBOX: sandbox });
      const server = await start();
      const caller = await Caller.signIn(server);
      const workspace = await newWorkspace(caller);
      const { session_id } = await caller.send<{ session_id: string }>(
        "POST",
        `/api/workspaces/${workspace}/chat`,
        { mode: "sync", message: steps(40) },
      );
      const messages = await caller.get<Message[]>(
        `/api/workspaces/${workspace}/messages?session_id=${session_id}`,
      );
      expect(messages).toHaveLength(82);
      expect(messages.at(-1)).toMatchObject({ role: "assistant" });
    });
  },
);
