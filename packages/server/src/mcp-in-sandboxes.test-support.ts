import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createAgentService,
  DomainError,
  type AgentService,
  type SandboxProvider,
} from "@workspace-agent/core";
import type { ModelRequest } from "@workspace-agent/core/ports";
import { memoryStore } from "@workspace-agent/core/memory";
import { scriptedModels } from "@workspace-agent/core/testing";
import { mcpConnector } from "@workspace-agent/mcp-client";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { onTestFinished } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";

export interface Agent {
  readonly service: AgentService;
  readonly workspaceId: string;
  readonly requests: readonly ModelRequest[];
  call(name: string, args?: object): Promise<string>;
}

/** An agent of which each turn is one call, or the reason why its sandbox cannot be had here. */
export async function agentIn(
  makeSandbox: (dir: string) => SandboxProvider,
  command: string,
  provide: (files: string) => Promise<void> = () => Promise.resolve(),
): Promise<Agent | string> {
  const dir = await mkdtemp(join(tmpdir(), "agent-mcp-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let next = { name: "bash", arguments: {} };
  const models = scriptedModels(({ messages }) =>
    messages.at(-1)?.role === "user" ? { toolCalls: [next] } : { text: "Done." },
  );
  const volumes = folderVolumes({ dir: join(dir, "files"), durable: false });
  const service = createAgentService({
    store: memoryStore(),
    volumes,
    sandbox: makeSandbox(dir),
    models,
    mcp: {
      connector: mcpConnector(),
      processes: { own: { command, env: { GREETING: "hello" } } },
    },
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
  const { id: workspaceId } = await service.workspaces.create(ADMINISTRATOR, { name: "w" });
  const { hostPath } = await volumes.workspace(workspaceId, { maxBytes: 1_073_741_824 });
  if (hostPath !== undefined) await provide(hostPath);
  let session_id: string | undefined;
  return {
    service,
    workspaceId,
    requests: models.requests,
    async call(name, args = {}) {
      next = { name, arguments: args };
      const turn = await service.chat.send(ADMINISTRATOR, workspaceId, {
        message: "go",
        source: "api",
        on_busy: "queue",
        ...(session_id !== undefined && { session_id }),
      });
      session_id = turn.session_id;
      const { messages } = await service.chat.result(ADMINISTRATOR, workspaceId, turn, { seconds: 50 });
      return messages.findLast(({ role }) => role === "tool")?.content ?? "";
    },
  };
}

export const local = (dir: string) => localSandbox({ dir: join(dir, "sandboxes") });

export function skipped(what: string, reason: string): void {
  console.warn(`\nSKIPPED: ${what}, since ${reason}\n`);
}
