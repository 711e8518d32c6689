import { testCaller } from "../../testing/index.ts";
import { describe, expect, it } from "vitest";
import { prepareCall, runCall } from "../run-tool.ts";
import type { ToolContext, ToolOutcome } from "../tool.ts";
import { AgentFiles } from "../agent-files.ts";
import { todoWriteTool } from "./todo-write.ts";

const nowhere = () => Promise.reject(new Error("No sandbox is needed."));
const context: ToolContext = {
  files: new AgentFiles([], nowhere),
  sandbox: nowhere,
  workingDirectory: "/workspace",
  env: {},
  caller: testCaller(),
  skills: [],
  signal: new AbortController().signal,
};

async function write(todos: readonly object[]): Promise<ToolOutcome> {
  const part = {
    type: "tool_call",
    call_id: "1",
    name: "todo_write",
    arguments: JSON.stringify({ todos }),
  } as const;
  return runCall(await prepareCall(part, new Map([["todo_write", todoWriteTool]]), []), context);
}

describe("the todo_write tool", () => {
  it("shows the whole list as it is now", async () => {
    const { output } = await write([
      { content: "Read the code", status: "completed" },
      { content: "Write\nthe fix", status: "in_progress" },
      { content: "Run the tests", status: "pending" },
    ]);
    expect(output).toBe("1 of 3 done.\n[x] Read the code\n[>] Write the fix\n[ ] Run the tests");
    expect((await write([])).output).toBe("0 of 0 done.");
  });

  it.each([
    [
      "two entries in progress",
      [1, 2].map(() => ({ content: "a", status: "in_progress" })),
      "Only one may be",
    ],
    ["an unknown status", [{ content: "a", status: "done" }], "status"],
    ["an empty entry", [{ content: " ", status: "pending" }], "content"],
    ["more than 100 entries", new Array<object>(101).fill({ content: "a", status: "pending" }), "todos"],
  ])("refuses %s", async (_, todos, reason) => {
    expect(await write(todos)).toMatchObject({
      isError: true,
      output: expect.stringContaining(reason) as string,
    });
  });
});
