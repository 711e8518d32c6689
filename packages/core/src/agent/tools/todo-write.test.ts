import { beforeEach, describe, expect, it } from "vitest";
import { call, place, withoutSandbox } from "./tool-calls.test-support.ts";

place();
beforeEach(withoutSandbox);

const write = (todos: readonly object[]) => call("todo_write", { todos });

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
