import { describe, expect, it } from "vitest";
import type { ModelPart } from "../ports/model.ts";
import { SecretForms } from "../redaction/secret-forms.ts";
import type { Piece } from "../domain/sessions/event.ts";
import { ResponseCollector } from "./response.ts";
import { StreamRedactor } from "../redaction/stream-redactor.ts";

function collect(
  parts: readonly ModelPart[],
  secrets: Readonly<Record<string, string>> = {},
): { collector: ResponseCollector; pieces: Piece[] } {
  const collector = new ResponseCollector("turn_1", () => new StreamRedactor(new SecretForms(secrets)));
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

  it("shows no secret in the agent's words, wherever their pieces are cut", () => {
    const secrets = { TOKEN: "s3cret-value-of-token" };
    const said = "The token is s3cret-value-of-token, and s3cret- begins it.";
    const { collector, pieces } = collect(
      Array.from(said, (character) => text("t", character)),
      secrets,
    );
    const [item] = collector.items("whole");
    const kept = item?.content[0]?.type === "text" ? item.content[0].text : "";
    expect(kept).toBe("The token is [secret TOKEN], and s3cret- begins it.");
    const shown = pieces.map((piece) => piece.text).join("");
    expect(kept.startsWith(shown)).toBe(true);
    expect(pieces.every((piece) => kept.startsWith(piece.text, piece.offset))).toBe(true);
  });

  it("keeps the arguments of a call without secrets, shows them once they are whole, and knows what was written", () => {
    const secrets = { TOKEN: "s3cret-value-of-token" };
    const given = '{"command":"echo s3cret\\u002dvalue-of-token \ud83d\ude00 s3cret"}';
    const freed = '{"command":"echo [secret TOKEN] \ud83d\ude00 s3cret"}';
    const call: ModelPart = { type: "tool-call", block: "c", call_id: "1", name: "bash", arguments: given };
    const streamed = Array.from(given, (text): ModelPart => ({
      type: "tool-call-delta",
      block: "c",
      name: "bash",
      text,
    }));
    for (const before of [[], streamed.slice(0, 20), streamed]) {
      const { collector, pieces } = collect([...before, call], secrets);
      const [item] = collector.items("whole");
      expect(item?.content).toEqual([
        { type: "tool_call", call_id: "1", name: "bash", arguments: freed, redacted: true },
      ]);
      expect([...collector.given]).toEqual([[item?.item_id, given]]);
      expect(pieces.map((piece) => piece.text)).toEqual([freed]);
    }
    expect(collect(streamed, secrets).collector.items("partial")).toEqual([]);
    const cut = { type: "tool_call", call_id: "", name: "", arguments: given.slice(0, 20) };
    const [failed] = collect(streamed.slice(0, 20)).collector.items("partial");
    expect(failed).toMatchObject({ status: "failed" });
    expect(failed?.content).toEqual([cut]);
  });

  it("drops the signature of a reasoning that held a secret, and keeps that of another", () => {
    const reasoning = (block: string, said: string): ModelPart[] => [
      { type: "reasoning-delta", block, text: said },
      { type: "block-end", block, provider: { signature: block } },
    ];
    const { collector } = collect(
      [...reasoning("a", "it is s3cret-value-of-token"), ...reasoning("b", "fine")],
      {
        TOKEN: "s3cret-value-of-token",
      },
    );
    expect(collector.items("whole").map(({ content }) => content[0])).toEqual([
      { type: "reasoning", text: "it is [secret TOKEN]" },
      { type: "reasoning", text: "fine", provider: { signature: "b" } },
    ]);
  });

  it("drops the signature where the name of a secret is as long as the secret", () => {
    const { collector } = collect(
      [
        { type: "reasoning-delta", block: "r", text: "it is hunter2hunter2" },
        { type: "block-end", block: "r", provider: { signature: "r" } },
      ],
      { TOKEN: "hunter2hunter2" },
    );
    expect(collector.items("whole")[0]?.content).toEqual([
      { type: "reasoning", text: "it is [secret TOKEN]" },
    ]);
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

  it("shows an output when it is complete, without the secrets that escapes hide in its pieces", () => {
    const forms = new SecretForms({ TOKEN: "hunter2hunter2" });
    const collector = new ResponseCollector("turn_1", () => new StreamRedactor(forms), true);
    const parts = [
      text("t", '{"a":"hunter\\u00'),
      text("t", '32hunter2"}'),
      { type: "block-end", block: "t" },
    ] as const;
    const pieces = parts.map((part) => collector.add(part)?.text);
    expect(pieces).toEqual([undefined, undefined, '{"a":"[secret TOKEN]"}']);
    expect(collector.items("whole")[0]?.content).toEqual([{ type: "text", text: '{"a":"[secret TOKEN]"}' }]);
  });
});
