import { describe, expect, test } from "vitest";
import { readAnswer, textOf } from "./provider-models.test-support.ts";
import { eventStream } from "./replay-server.test-support.ts";

const delta = (text: string, itemId = "rs_1") => ({
  type: "response.reasoning_text.delta",
  item_id: itemId,
  output_index: 0,
  content_index: 0,
  delta: text,
});
const item = (kind: "added" | "done", index: number, of: object) => ({
  type: `response.output_item.${kind}`,
  output_index: index,
  item: of,
});
const call = {
  type: "function_call",
  id: "fc",
  call_id: "c",
  name: "bash",
  arguments: "{}",
  status: "completed",
};

/** As LM Studio streams it. */
const RESPONSE = [
  { type: "response.created", response: { id: "r", created_at: 1, model: "gpt-oss" } },
  { type: "response.in_progress", response: { id: "r", created_at: 1, model: "gpt-oss" } },
  item("added", 0, { type: "reasoning", id: "rs_1", summary: [], content: [], encrypted_content: "" }),
  { type: "response.content_part.added", item_id: "rs_1", part: { type: "reasoning_text", text: "" } },
  delta("We "),
  delta("think."),
  {
    type: "response.reasoning_text.done",
    item_id: "rs_1",
    output_index: 0,
    content_index: 0,
    text: "We think.",
  },
  item("done", 0, { type: "reasoning", id: "rs_1", summary: [], content: [], encrypted_content: "" }),
  item("added", 1, { type: "message", id: "msg_1" }),
  { type: "response.output_text.delta", item_id: "msg_1", output_index: 1, delta: "Hi" },
  item("done", 1, { type: "message", id: "msg_1" }),
  item("added", 2, { ...call, arguments: "" }),
  item("done", 2, call),
  { type: "response.completed", response: { usage: { input_tokens: 5, output_tokens: 9 } } },
];

describe("reasoning that a server of OpenAI's Responses protocol writes out", () => {
  const partsOf = async (events: readonly object[]) => {
    const lines = events.map((event) => JSON.stringify(event));
    const { parts, error } = await readAnswer("openai", eventStream(lines, ""));
    expect(error).toBeUndefined();
    return parts;
  };

  test("is reasoning, in its place", async () => {
    const parts = await partsOf(RESPONSE);
    expect(textOf(parts, "reasoning-delta")).toBe("We think.");
    expect(textOf(parts, "text-delta")).toBe("Hi");
    const runs = parts.map((part) => ("block" in part ? `${part.type} ${part.block}` : part.type));
    expect(runs.filter((run, index) => run !== runs[index - 1])).toEqual([
      "reasoning-delta b1",
      "block-end b1",
      "text-delta b2",
      "block-end b2",
      "tool-call b3",
      "finish",
    ]);
  });

  test("is reasoning also where its item was not announced", async () => {
    const events = RESPONSE.filter(
      (event) => !("item" in event && (event.item as { id?: unknown }).id === "rs_1"),
    );
    expect(textOf(await partsOf(events), "reasoning-delta")).toBe("We think.");
  });
});
