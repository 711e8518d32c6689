import { join } from "node:path";
import { createAgentService, DomainError, type AgentService } from "@workspace-agent/core";
import { memoryStore } from "@workspace-agent/core/memory";
import type { ModelRequest } from "@workspace-agent/core/ports";
import { scriptedModels } from "@workspace-agent/core/testing";
import { createHandler } from "@workspace-agent/http";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { localSandbox } from "@workspace-agent/sandbox-local";
import { folderVolumes } from "@workspace-agent/volume-folder";
import { onTestFinished, type TestContext } from "vitest";
import { ADMINISTRATOR } from "./administrator.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const SANDBOXES = {
  local: (dir: string) => localSandbox({ dir: join(dir, "sandboxes") }),
  interpreter: () => interpreterSandbox(),
};

export type SandboxKind = keyof typeof SANDBOXES;

type TurnResult = Awaited<ReturnType<AgentService["chat"]["result"]>>;

export interface Agent {
  readonly dir: string;
  readonly service: AgentService;
  readonly workspaceId: string;
  /** The folder of this host that has the workspace's files. */
  readonly folder: string;
  /** What the model was asked so far. */
  readonly requests: readonly ModelRequest[];
  /** The session of the turns, from the first turn on. */
  readonly sessionId: string | undefined;
  /** A request below the workspace's address. */
  fetch(method: string, path: string, init?: RequestInit): Promise<Response>;
  /** Has the agent make one call, in a turn of its own of the same session. */
  turn(name: string, args?: object): Promise<TurnResult>;
  /** The same; gives the result of the call. */
  call(name: string, args?: object): Promise<string>;
}

interface Given {
  /** The config of the workspace. */
  readonly config?: object;
  /** More options of the service. */
  readonly service?: Partial<Parameters<typeof createAgentService>[0]>;
}

/** Starts the service. Gives why its sandbox cannot be had on this host, or null. */
async function startOf(service: AgentService): Promise<string | null> {
  try {
    await service.start();
  } catch (error) {
    if (DomainError.isInstance(error)) return error.detail;
    throw error;
  }
  const { checks } = await service.instance.readiness();
  return checks.sandbox ?? null;
}

export const resultOf = ({ messages }: TurnResult): string =>
  messages.find(({ role }) => role === "tool")?.content ?? "";

/**
 * An agent with its whole API over folders, of which each turn is one call.
 * Skips the test where the host has no local sandbox.
 */
export async function agentIn(
  kind: SandboxKind,
  context: Pick<TestContext, "skip">,
  { config = {}, service: options }: Given = {},
): Promise<Agent> {
  const dir = await newFolder();
  let next = { name: "bash", arguments: {} };
  const models = scriptedModels(({ messages }) =>
    messages.at(-1)?.role === "user" ? { toolCalls: [next] } : { text: "Done." },
  );
  const volumes = folderVolumes({ dir: join(dir, "files"), durable: false });
  const sandbox = SANDBOXES[kind](dir);
  const service = createAgentService({ store: memoryStore(), volumes, sandbox, models, ...options });
  onTestFinished(() => service.stop({ graceMs: 1_000 }));
  const reason = await startOf(service);
  if (reason !== null) {
    const said = `a test in the ${kind} sandbox, since ${reason}`;
    if (kind !== "local") throw new Error(said);
    console.warn(`\nSKIPPED: ${said}\n`);
    return context.skip();
  }
  const { id: workspaceId } = await service.workspaces.create(ADMINISTRATOR, { name: "w", config });
  const { hostPath: folder = "" } = await volumes.workspace(workspaceId);
  const { token } = await service.tokens.create(ADMINISTRATOR, {
    name: "test",
    scopes: ["files:read", "files:write"],
  });
  const handler = createHandler(service);
  let session_id: string | undefined;
  const turn: Agent["turn"] = async (name, args = {}) => {
    next = { name, arguments: args };
    const accepted = await service.chat.send(ADMINISTRATOR, workspaceId, {
      message: "go",
      source: "api",
      on_busy: "queue",
      ...(session_id !== undefined && { session_id }),
    });
    session_id = accepted.session_id;
    return await service.chat.result(ADMINISTRATOR, workspaceId, accepted, { seconds: 50 });
  };
  return {
    dir,
    service,
    workspaceId,
    folder,
    requests: models.requests,
    get sessionId() {
      return session_id;
    },
    fetch: async (method, path, init) => {
      const address = `http://127.0.0.1:8787/api/workspaces/${workspaceId}/${path}`;
      const request = new Request(address, { method, ...init });
      request.headers.set("authorization", `Bearer ${token}`);
      return await handler(request);
    },
    turn,
    call: async (name, args) => resultOf(await turn(name, args)),
  };
}
