import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAgentService,
  DomainError,
  type AgentService,
  type SandboxProvider,
} from "@workspace-agent/core";
import { memoryStore } from "@workspace-agent/core/memory";
import { scriptedModels } from "@workspace-agent/core/testing";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { describe, expect, it, onTestFinished } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";

export interface Agent {
  readonly service: AgentService;
  readonly workspaceId: string;
  /** The system prompts of the requests so far. */
  systemPrompts(): readonly string[];
  sessionId: string | undefined;
  /** Has the agent call a tool, in a turn of its own; gives the result. */
  call(name: string, args: object): Promise<string>;
}

/** An agent of which each turn is one call, or the reason why its sandbox cannot be had here. */
export async function agentIn(makeSandbox: (dir: string) => SandboxProvider): Promise<Agent | string> {
  const dir = await mkdtemp(join(tmpdir(), "agent-tools-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let next = { name: "bash", arguments: {} };
  const models = scriptedModels(({ messages }) =>
    messages.at(-1)?.role === "user" ? { toolCalls: [next] } : { text: "Done." },
  );
  const service = createAgentService({
    store: memoryStore(),
    volumes: folderVolumes({ dir: join(dir, "files"), durable: false }),
    sandbox: makeSandbox(dir),
    models,
  });
  onTestFinished(() => service.stop({ graceMs: 1_000 }));
  try {
    await service.start();
  } catch (error) {
    if (DomainError.isInstance(error)) return error.detail;
    throw error;
  }
  const { checks } = await service.instance.readiness();
  if (checks.sandbox != null) return checks.sandbox;
  const { id: workspaceId } = await service.workspaces.create(ADMINISTRATOR, {
    name: "w",
    config: { env: { KEY: { value: "canary-in-the-output", secret: true } } },
  });
  const agent: Agent = {
    service,
    workspaceId,
    systemPrompts: () => models.requests.map(({ system }) => system),
    sessionId: undefined,
    async call(name, args) {
      next = { name, arguments: args };
      const turn = await service.chat.send(ADMINISTRATOR, workspaceId, {
        message: "go",
        source: "api",
        on_busy: "queue",
        ...(agent.sessionId !== undefined && { session_id: agent.sessionId }),
      });
      agent.sessionId = turn.session_id;
      const { messages } = await service.chat.result(ADMINISTRATOR, workspaceId, turn, { seconds: 30 });
      return messages.find(({ role }) => role === "tool")?.content ?? "";
    },
  };
  return agent;
}

export const local = (dir: string) => localSandbox({ dir: join(dir, "sandboxes") });
export function skipped(what: string, reason: string): void {
  console.warn(`\nSKIPPED: ${what}, since ${reason}\n`);
}

export function describeOutput(kind: string, makeSandbox: (dir: string) => SandboxProvider): void {
  describe(`the output of a command in the ${kind} sandbox`, () => {
    it("is kept whole, without secrets, in a file that read and grep open", async ({ skip }) => {
      const agent = await agentIn(makeSandbox);
      if (typeof agent === "string") {
        skipped(`spilled output in the ${kind} sandbox`, agent);
        return skip();
      }
      const shown = await agent.call("bash", {
        command:
          'i=0; while [ $i -lt 3000 ]; do echo "line $i $KEY"; i=$((i + 1)); done; mkdir -p sub; cd sub',
      });
      const path = /\/tmp\/outputs\/out_\w+\.txt/.exec(shown)?.[0] ?? "";
      expect(shown).toContain(`[the whole output is in ${path}: read or grep it]`);
      expect(shown).toContain("characters left out");
      expect(await agent.call("read", { path, offset: 1500, limit: 2 })).toBe(
        "1500\tline 1499 [secret KEY]\n1501\tline 1500 [secret KEY]\n[lines 1500 to 1501 of 3000; continue with offset 1502]",
      );
      expect(await agent.call("read", { path, offset: 3000 })).toBe("3000\tline 2999 [secret KEY]");
      expect(await agent.call("bash", { command: "pwd" })).toBe("/workspace/sub");
      expect(await agent.call("bash", { command: `grep -c "line 2[0-9]* " ${path}` })).toBe("1111");
    });
  });
}
