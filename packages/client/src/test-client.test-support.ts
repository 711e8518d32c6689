import {
  createAgentService,
  type AgentService,
  type AgentServiceOptions,
  type Workspace,
} from "@workspace-agent/core";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { scriptedModels, scriptedSandboxes, type ModelScript } from "@workspace-agent/core/testing";
import { createHandler, type Handler } from "@workspace-agent/http";
import { createClient, type ClientOptions, type Sleep, type WorkspaceAgentClient } from "./index.ts";

export const BASE = "http://127.0.0.1:8787";

export interface TestApi extends AsyncDisposable {
  readonly service: AgentService;
  readonly handler: Handler;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly token: string;
  createWorkspace(name?: string, config?: object): Promise<Workspace>;
}

/** The real service behind its real handler, in this process and in memory. */
export async function testApi(
  script: ModelScript = () => ({ text: "done" }),
  options: Partial<AgentServiceOptions> = {},
): Promise<TestApi> {
  const service = createAgentService({
    store: memoryStore(),
    volumes: memoryVolumes(),
    sandbox: scriptedSandboxes(),
    models: scriptedModels(script),
    ...options,
  });
  await service.start();
  const handler = createHandler(service);
  const { cookie } = await service.signIn.signIn({ code: await service.signIn.issueCode() }, "test");
  const principal = await service.signIn.authenticate(cookie);
  if (principal === null) throw new Error("Nobody is signed in.");
  const { token } = await service.tokens.create(principal, { name: "test" });
  return {
    service,
    handler,
    fetch: async (request) => await handler(request),
    token,
    createWorkspace: async (name = "test", config = {}) =>
      await service.workspaces.create(principal, { name, config }),
    async [Symbol.asyncDispose]() {
      await service.stop({ graceMs: 100 });
    },
  };
}

/** A client of it that loses no time over its pauses. */
export function clientOf(api: TestApi, options: Partial<ClientOptions> = {}): WorkspaceAgentClient {
  return createClient({
    baseUrl: BASE,
    token: api.token,
    fetch: api.fetch,
    timing: { sleep: withoutDelay, random: () => 0 },
    ...options,
  });
}

/** Skips the pauses before reconnections; the watch over silent connections, which is longer than any, lasts until it is left. */
export const withoutDelay: Sleep = async (ms, signal) => {
  if (ms <= 30_000) return;
  await new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
};

/** The same, and notes the pauses. */
export const noting =
  (pauses: number[]): Sleep =>
  async (ms, signal) => {
    if (ms <= 30_000) pauses.push(ms);
    await withoutDelay(ms, signal);
  };

/** A config by which commands wait for a person. */
export const asking = { permissions: { bash: "ask" } };

/** One command, then the end. */
export function oneCommand(): ModelScript {
  let step = 0;
  return () =>
    step++ === 0
      ? { toolCalls: [{ name: "bash", arguments: { command: "true" } }] }
      : { text: "done after the command" };
}

/** Breaks the first streams off, each after so many bytes of its body. */
export function cutOff(fetch: TestApi["fetch"], ...lengths: readonly number[]): TestApi["fetch"] {
  const left = [...lengths];
  return async (request) => {
    const response = await fetch(request);
    const isStream = /event-stream|ndjson/.test(response.headers.get("content-type") ?? "");
    const length = isStream ? left.shift() : undefined;
    if (length === undefined || response.body === null) return response;
    let sent = 0;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.slice(0, length - sent));
        sent += chunk.byteLength;
        if (sent >= length) controller.error(new TypeError("terminated"));
      },
    });
    return new Response(response.body.pipeThrough(cut), response);
  };
}
