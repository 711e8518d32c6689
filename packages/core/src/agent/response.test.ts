import { describe, expect, it } from "vitest";
import type { ModelPart } from "../ports/model.ts";
import { ResponseCollector, type Piece } from "./response.ts";

function collect(parts: readonly ModelPart[]): { collector: ResponseCollector; pieces: Piece[] } {
  const collector = new ResponseCollector("turn_1");
  const pieces = parts.map((part) => collector.add(part)).filter((piece) => piece !== null);
  return { collector, pieces };
}

const text = (block: string, piece: string): ModelPart => ({ type: "text-delta", block, text: piece });

describe("a response", () => {
  it("keeps its blocks in the order in which they began", () => {
    const { collector } = collect([
      { type: "reasoning-delta", block: "r", text: "hm" },
      text("t", "I "),
      { type: "tool-call-delta", block: "c", name: "bash", text: '{"a"' },
      text("t", "will"),
      { type: "tool-call", block: "c", call_id: "1", name: "bash", arguments: '{"a":1}' },
      { type: "block-end", block: "r", provider: { signature: "x" } },
    ]);
    expect(collector.items("whole").map(({ kind, content }) => [kind, content[0]])).toEqual([
      ["reasoning", { type: "reasoning", text: "hm", provider: { signature: "x" } }],
      ["message", { type: "text", text: "I will" }],
      ["tool_call", { type: "tool_call", call_id: "1", name: "bash", arguments: '{"a":1}' }],
    ]);
  });

  it("streams pieces that add up to what is kept, also when a surrogate pair or NUL is cut across them", () => {
    const { collector, pieces } = collect([
      text("t", "a\ud83d"),
      text("t", "\ude00b\0"),
      text("t", "c\ud83d"),
      text("t", "d"),
    ]);
    const [item] = collector.items("whole");
    const kept = item?.content[0]?.type === "text" ? item.content[0].text : "";
    expect(kept).toBe("a😀bc\ufffdd");
    let offset = 0;
    for (const piece of pieces) {
      expect(piece.offset).toBe(offset);
      expect(kept.slice(offset, offset + piece.text.length)).toBe(piece.text);
      offset += piece.text.length;
    }
    expect(offset).toBe(kept.length);
  });

  it("that was stopped keeps its text and gives up unfinished calls and reasoning", () => {
    const { collector } = collect([
      { type: "reasoning-delta", block: "r", text: "hm" },
      text("t", "half"),
      { type: "tool-call-delta", block: "c", name: "bash", text: "{" },
    ]);
    expect(collector.items("partial").map(({ kind, status }) => [kind, status])).toEqual([
      ["reasoning", "failed"],
      ["message", "completed"],
      ["tool_call", "failed"],
    ]);
    expect(collector.items("abandoned").every(({ status }) => status === "failed")).toBe(true);
  });

  it("opens another item when a provider uses a closed block's name again", () => {
    const { collector } = collect([text("0", "one"), { type: "block-end", block: "0" }, text("0", "two")]);
    expect(collector.items("whole").map(({ content }) => content[0])).toEqual([
      { type: "text", text: "one" },
      { type: "text", text: "two" },
    ]);
  });
});
