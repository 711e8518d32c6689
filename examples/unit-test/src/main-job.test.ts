import { createAgentService, type Principal, SCOPES } from "@workspace-agent/core";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { scriptedModels } from "@workspace-agent/core/testing";
import { createHandler } from "@workspace-agent/http";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { afterAll, beforeAll, expect, it } from "vitest";

/** The whole service in one process: what is scripted is the model alone. */
const service = createAgentService({
  store: memoryStore(),
  volumes: memoryVolumes(),
  sandbox: interpreterSandbox(),
  models: scriptedModels([
    {
      text: "I count the lines.",
      toolCalls: [{ name: "bash", arguments: { command: "wc -l < input.txt > count.txt; cat count.txt" } }],
    },
    { text: "There are three lines." },
  ]),
});

const tester: Principal = {
  id: "tester",
  tenant: "tests",
  kind: "user",
  scopes: SCOPES,
  workspace_ids: null,
};
const handler = createHandler(service, { authenticate: async () => tester });

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const isText = typeof body === "string";
  return handler(
    new Request(`http://localhost${path}`, {
      method,
      ...(body !== undefined && {
        body: isText ? body : JSON.stringify(body),
        headers: { "content-type": isText ? "text/plain" : "application/json" },
      }),
    }),
  );
}

beforeAll(() => service.start());
afterAll(() => service.stop());

it("gives the agent a file and a task, and fetches what it made", async () => {
  const created = await call("POST", "/api/workspaces", { name: "counting" });
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as { id: string };

  await call("PUT", `/api/workspaces/${id}/agent/files?path=input.txt`, "one\ntwo\nthree\n");
  const answer = await call("POST", `/api/workspaces/${id}/chat`, {
    message: "How many lines has input.txt?",
    mode: "sync",
  });
  expect(await answer.json()).toMatchObject({
    status: "completed",
    reason: "end_turn",
    final_message: "There are three lines.",
  });

  const file = await call("GET", `/api/workspaces/${id}/agent/files?path=count.txt`);
  expect((await file.text()).trim()).toBe("3");
});
