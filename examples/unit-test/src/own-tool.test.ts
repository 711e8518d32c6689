import { createAgentService, SCOPES, type Principal } from "@workspace-agent/core";
import { memoryStore, memoryVolumes } from "@workspace-agent/core/memory";
import { scriptedModels, scriptedSandboxes } from "@workspace-agent/core/testing";
import { tool, ToolError } from "@workspace-agent/core/tools";
import { expect, it, onTestFinished } from "vitest";

const order = tool({
  name: "order",
  description: "Finds an order by its number.",
  parameters: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
  isReadOnly: true,
  run: ({ number }, { caller }) => {
    if (number !== "1007") throw new ToolError("There is no such order.");
    return { number, tenant: caller.tenant, state: "shipped" };
  },
});

const ada: Principal = { id: "ada", tenant: "engines", kind: "user", scopes: SCOPES, workspace_ids: null };

it("the agent finds an order of the caller's tenant, after a person has agreed", async () => {
  const models = scriptedModels([
    { toolCalls: [{ name: "order", arguments: { number: "1007" } }] },
    { text: "It has been shipped." },
  ]);
  const sandbox = scriptedSandboxes();
  const service = createAgentService({
    store: memoryStore(),
    volumes: memoryVolumes(),
    sandbox,
    models,
    tools: [order],
  });
  await service.start();
  onTestFinished(() => service.stop());

  const { workspaces, chat, sessions } = service.as(ada);
  const { id } = await workspaces.create({ name: "orders", config: { permissions: { order: "ask" } } });
  const turn = await chat.send(id, { message: "Where is order 1007?" });
  expect(await chat.result(id, turn, { seconds: 10 })).toMatchObject({ status: "waiting" });
  const { pending_requests } = await sessions.get(id, turn.session_id);
  await sessions.answerRequest(id, turn.session_id, pending_requests[0]?.id ?? "", { decision: "allow" });
  expect(await chat.result(id, turn, { seconds: 10 })).toMatchObject({
    status: "completed",
    final_message: "It has been shipped.",
  });

  // What the model saw of the call.
  expect(models.requests.at(-1)?.messages.at(-1)?.parts).toMatchObject([
    {
      type: "tool_result",
      output: '{"number":"1007","tenant":"engines","state":"shipped"}',
      is_error: false,
    },
  ]);
  expect(sandbox.commands).toEqual([]);
});
