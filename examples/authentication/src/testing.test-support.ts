import {
  createAgentService,
  rehearsalModels,
  type AgentService,
  type Principal,
} from "@workspace-agent/core";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { scriptedSandboxes } from "@workspace-agent/core/testing";
import { createHandler } from "@workspace-agent/http";
import { onTestFinished } from "vitest";

/** A service in memory, which is stopped at the end of the test. */
export async function testService(): Promise<AgentService> {
  const service = createAgentService({
    store: memoryStore(),
    volumes: memoryVolumes(),
    sandbox: scriptedSandboxes(),
    models: rehearsalModels(),
  });
  await service.start();
  onTestFinished(() => service.stop());
  return service;
}

export interface Me {
  readonly status: number;
  readonly body: unknown;
}

/** Who the handler takes a request for, by its headers. */
export async function meBy(
  authenticate: (request: Request) => Promise<Principal | null>,
): Promise<(headers?: Readonly<Record<string, string>>) => Promise<Me>> {
  const handler = createHandler(await testService(), { authenticate });
  return async (headers = {}) => {
    const response = await handler(new Request("http://localhost/api/auth/me", { headers }));
    return { status: response.status, body: await response.json() };
  };
}
