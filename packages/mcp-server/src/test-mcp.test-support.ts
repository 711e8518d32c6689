import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import {
  createAgentService,
  SCOPES,
  type AgentService,
  type ConfigOverlay,
  type Principal,
} from "@workspace-agent/core";
import type { OutputSchemas } from "@workspace-agent/core/ports";
import { requireAccess, requireVisible } from "@workspace-agent/core/internal";
import { memoryObjects, memoryVolumes } from "@workspace-agent/core/memory";
import {
  minuteTimes,
  scriptedModels,
  scriptedSandboxes,
  testStore,
  type ModelScript,
} from "@workspace-agent/core/testing";
import { expect } from "vitest";
import { mcpServer, type McpAccess } from "./index.ts";

export const admin: Principal = {
  id: "admin",
  tenant: "default",
  kind: "token",
  scopes: SCOPES,
  workspace_ids: null,
};

export interface TestMcp extends AsyncDisposable {
  readonly service: AgentService;
  /** What was asked to be permitted, in order. */
  readonly permitted: readonly McpAccess[];
  /** What the operator's log has. */
  readonly reported: readonly unknown[];
  /** The content types of the answers, in order. */
  readonly answered: readonly (string | null)[];
  createWorkspace(config?: ConfigOverlay): Promise<string>;
  /** A client of the SDK; `legacy`: it speaks the revision of 2025, as most programs do. */
  connect(mode?: VersionNegotiationMode): Promise<Client>;
  /** A client, and a workspace for it. */
  inWorkspace(config?: ConfigOverlay): Promise<{ readonly client: Client; readonly workspace_id: string }>;
  /** One message, as it is sent. */
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

export interface TestMcpOptions {
  readonly script?: ModelScript;
  readonly principal?: Partial<Principal>;
  readonly outputSchemas?: OutputSchemas;
}

/** The server on a service in memory, behind what stands for the HTTP handler; stopped when the test's scope ends. */
export async function testMcp(options: TestMcpOptions = {}): Promise<TestMcp> {
  const service = createAgentService({
    store: testStore(),
    volumes: memoryVolumes(),
    objects: memoryObjects(),
    sandbox: scriptedSandboxes(),
    models: scriptedModels(options.script ?? (() => ({ text: "done" }))),
    cronTimes: minuteTimes,
    random: () => 0,
    ...(options.outputSchemas !== undefined && { outputSchemas: options.outputSchemas }),
  });
  await service.start();
  const principal = { ...admin, ...options.principal };
  const endpoint = mcpServer();
  const permitted: McpAccess[] = [];
  const reported: unknown[] = [];
  const answered: (string | null)[] = [];
  const clients: Client[] = [];
  const answer = async (request: Request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const response = await endpoint.answer({
      request,
      requestId: "req_test",
      principal,
      service,
      traceparent: null,
      maxFileBytes: 1_000,
      async permit(access) {
        permitted.push(access);
        requireAccess(principal, access.access);
        if (access.workspaceId !== null) requireVisible(principal, access.workspaceId);
      },
      report: (error) => void reported.push(error),
    });
    answered.push(response.headers.get("content-type"));
    return response;
  };
  const connect = async (mode: VersionNegotiationMode = "auto") => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const url = new URL("http://agents.test/mcp");
    await client.connect(
      new StreamableHTTPClientTransport(url, {
        fetch: async (input, init) => await answer(new Request(input, init)),
      }),
    );
    clients.push(client);
    return client;
  };
  const createWorkspace = async (config: ConfigOverlay = {}) =>
    (await service.workspaces.create(admin, { name: "test", config })).id;
  return {
    service,
    permitted,
    reported,
    answered,
    createWorkspace,
    connect,
    inWorkspace: async (config) => ({
      client: await connect(),
      workspace_id: await createWorkspace(config),
    }),
    post: async (body, headers = {}) =>
      await answer(
        new Request("http://agents.test/mcp", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...headers,
          },
          body,
        }),
      ),
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.close();
      await service.stop({ graceMs: 100 });
    },
  };
}

/** The text of a result, as JSON. */
function told<Told = Readonly<Record<string, unknown>>>({ content }: CallToolResult): Told {
  const [first] = content;
  if (first?.type !== "text") throw new Error("The result has no text.");
  return JSON.parse(first.text) as Told;
}

/** What a tool gave, which its text says too. */
export async function use<Given = Readonly<Record<string, unknown>>>(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Given> {
  const result = await client.callTool({ name, arguments: { ...args } });
  if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  expect(told(result)).toEqual(result.structuredContent);
  return result.structuredContent as Given;
}

/** What a tool refused with. */
export async function refusal(client: Client, name: string, args: Readonly<Record<string, unknown>>) {
  const result = await client.callTool({ name, arguments: { ...args } });
  expect(result.isError, `${name} was done: ${JSON.stringify(result.structuredContent)}`).toBe(true);
  return told(result);
}
