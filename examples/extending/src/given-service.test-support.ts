import { createAgentService, SCOPES, type AgentServiceOptions, type Principal } from "@workspace-agent/core";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { scriptedModels, type ModelScript } from "@workspace-agent/core/testing";
import { createHandler } from "@workspace-agent/http";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";

const person: Principal = { id: "ada", tenant: "engines", kind: "user", scopes: SCOPES, workspace_ids: null };

interface Result {
  readonly status: string;
  readonly final_message: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** A service with a workspace. */
export interface GivenService extends AsyncDisposable {
  call(method: string, path: string, body?: unknown): Promise<Response>;
  readonly workspace: string;
  /** Writes a file of the workspace. */
  put(path: string, text: string): Promise<Response>;
  /** Runs a task and returns its result. */
  run(message: string): Promise<Result>;
}

export async function givenService(
  script: ModelScript,
  options: Partial<AgentServiceOptions>,
): Promise<GivenService> {
  const service = createAgentService({
    store: memoryStore(),
    volumes: memoryVolumes(),
    sandbox: interpreterSandbox(),
    models: scriptedModels(script),
    ...options,
  });
  await service.start();
  const handler = createHandler(service, { authenticate: async () => person });
  const send = (method: string, path: string, body: string | undefined, type: string) =>
    handler(
      new Request(`http://localhost/api${path}`, {
        method,
        ...(body !== undefined && { body, headers: { "content-type": type } }),
      }),
    );
  const call: GivenService["call"] = (method, path, body) =>
    send(method, path, body === undefined ? undefined : JSON.stringify(body), "application/json");
  const made = await call("POST", "/workspaces", { name: "given" });
  const { id } = (await made.json()) as { id: string };
  return {
    call,
    workspace: id,
    put: (path, text) =>
      send("PUT", `/workspaces/${id}/agent/files?path=${encodeURIComponent(path)}`, text, "text/plain"),
    async run(message) {
      const answer = await call("POST", `/workspaces/${id}/chat`, { message, mode: "sync" });
      return (await answer.json()) as Result;
    },
    [Symbol.asyncDispose]: () => service.stop({ graceMs: 100 }),
  };
}
