import type { OutputSchemas } from "@workspace-agent/core/ports";
import { expect, test } from "vitest";
import { refusal, testMcp, use } from "./test-mcp.test-support.ts";

const outputSchemas: OutputSchemas = {
  compile: (schema) =>
    "$ref" in schema
      ? { type: "refused", problems: [{ pointer: "#/%24ref", detail: "Not here." }] }
      : { type: "compiled", validate: () => [] },
};

test("a task with an output returns it", async () => {
  const submit = { name: "submit_output", arguments: { total: 3 } };
  await using mcp = await testMcp({ script: () => ({ toolCalls: [submit] }), outputSchemas });
  const { client, workspace_id } = await mcp.inWorkspace();
  const task = { workspace_id, message: "Add.", output: { schema: { type: "object" } } };
  const { session_id } = await use<{ session_id: string }>(client, "start_task", task);
  expect(await use(client, "get_task", { workspace_id, session_id, wait: 30 })).toMatchObject({
    status: "completed",
    output: { total: 3 },
    output_attempts: 1,
  });
  expect(await refusal(client, "start_task", { ...task, output: { schema: { $ref: "x" } } })).toMatchObject({
    code: "invalid_request",
    errors: [{ pointer: "#/output/schema/%24ref" }],
  });
});
