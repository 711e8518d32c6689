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
import { createHandler } from "@workspace-agent/http";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { onTestFinished } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";

export interface HttpAgent {
  readonly dir: string;
  readonly service: AgentService;
  readonly workspaceId: string;
  /** The folder of this host that has the workspace's files. */
  readonly folder: string;
  /** A request below the workspace's address. */
  fetch(method: string, path: string, init?: RequestInit): Promise<Response>;
  /** Has the agent make one call in a turn of its own, by default of the same session. */
  turn(name: string, args: object, sessionId?: string): Promise<TurnResult>;
}

type TurnResult = Awaited<ReturnType<AgentService["chat"]["result"]>>;

/** An agent with its whole API over folders, of which each turn is one call; or the reason why its sandbox cannot be had here. */
export async function httpAgent(
  makeSandbox: (dir: string) => SandboxProvider,
  config: object = {},
): Promise<HttpAgent | string> {
  const dir = await mkdtemp(join(tmpdir(), "http-agent-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  let next = { name: "bash", arguments: {} };
  const volumes = folderVolumes({ dir: join(dir, "files"), durable: false });
  const service = createAgentService({
    store: memoryStore(),
    volumes,
    sandbox: makeSandbox(dir),
    models: scriptedModels(({ messages }) =>
      messages.at(-1)?.role === "user" ? { toolCalls: [next] } : { text: "Done." },
    ),
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
  const { id: workspaceId } = await service.workspaces.create(ADMINISTRATOR, { name: "w", config });
  const { hostPath: folder = "" } = await volumes.workspace(workspaceId);
  const { token } = await service.tokens.create(ADMINISTRATOR, {
    name: "test",
    scopes: ["files:read", "files:write"],
  });
  const handler = createHandler(service);
  return {
    dir,
    service,
    workspaceId,
    folder,
    fetch: async (method, path, init) => {
      const address = `http://127.0.0.1:8787/api/workspaces/${workspaceId}/${path}`;
      const request = new Request(address, { method, ...init });
      request.headers.set("authorization", `Bearer ${token}`);
      return await handler(request);
    },
    async turn(name, args, sessionId) {
      next = { name, arguments: args };
      const turn = await service.chat.send(ADMINISTRATOR, workspaceId, {
        message: "go",
        source: "api",
        on_busy: "queue",
        ...(sessionId !== undefined && { session_id: sessionId }),
      });
      return await service.chat.result(ADMINISTRATOR, workspaceId, turn, { seconds: 30 });
    },
  };
}
