import fc from "fast-check";
import { expect, test } from "vitest";
import { DeltaEvent } from "./delta-event.ts";
import { DeltaMerger } from "./delta-merger.ts";

const encoder = new TextEncoder();

/** What a reader gets of a stream that comes in these packets. */
function readMerged(packets: readonly (string | Uint8Array)[]): string {
  const merger = new DeltaMerger();
  const chunks = packets.map((packet) =>
    merger.merge(typeof packet === "string" ? encoder.encode(packet) : packet),
  );
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks));
}

const chat = (delta: object, others: object = {}) =>
  `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: null }], usage: null, ...others })}\n\n`;
const block = (delta: object, index = 0) =>
  `event: content_block_delta\ndata: ${JSON.stringify({ type: "content_block_delta", index, delta })}\n\n`;

test("pieces of text in one packet are joined", () => {
  const said = [chat({ content: "Hel" }), chat({ content: 'lo "' }), chat({ content: "\\\u{1f642}" })].join(
    "",
  );
  expect(readMerged([said])).toBe(chat({ content: 'Hello "\\\u{1f642}' }));
  const thought =
    chat({ content: null, reasoning_content: "a" }) + chat({ content: null, reasoning_content: "b" });
  expect(readMerged([thought])).toBe(chat({ content: null, reasoning_content: "ab" }));
  for (const [type, member] of [
    ["text_delta", "text"],
    ["thinking_delta", "thinking"],
    ["input_json_delta", "partial_json"],
  ] as const) {
    const pieces = ['{"a', '":1}'].map((text) => block({ type, [member]: text })).join("");
    expect(readMerged([pieces])).toBe(block({ type, [member]: '{"a":1}' }));
  }
  expect(readMerged([chat({ content: "a" }), chat({ content: "b" })])).toBe(
    chat({ content: "a" }) + chat({ content: "b" }),
  );
});

test("events that say anything else, or of another block, stay as they are", () => {
  const call = { index: 0, function: { arguments: "1" } };
  const twice = [
    chat({ content: "", tool_calls: [call] }),
    chat({ content: "a" }, { usage: { prompt_tokens: 1 } }),
    chat({ reasoning: "a", reasoning_details: [{ text: "a" }] }),
    chat({ content: "a", reasoning: "a" }),
    'data: {"choices":[{"index":0,"delta":{"content":"a"},"logprobs":{"content":[]}}]}\n\n',
    'data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}\n\n',
    'id: 1\ndata: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n',
    'data: {"choices":[{"index":0,"delta":{"content":"a"}}]\n\n',
    block({ type: "signature_delta", signature: "a" }),
    block({ type: "citations_delta", citation: {} }),
    "data: [DONE]\n\n",
    ": a comment\n\n",
  ];
  for (const event of twice) expect(readMerged([event + event])).toBe(event + event);
  const apart = block({ type: "text_delta", text: "a" }, 0) + block({ type: "text_delta", text: "a" }, 1);
  expect(readMerged([apart])).toBe(apart);
});

/** The texts of a stream of the chat protocol, put together. */
function textOf(stream: string): string {
  const events = stream.split("\n\n").filter((event) => event !== "");
  return events
    .map(
      (event) =>
        (JSON.parse(event.slice(6)) as { choices: [{ delta: { content: string } }] }).choices[0].delta
          .content,
    )
    .join("");
}

test("a stream that is cut anywhere keeps every letter, in order", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary", maxLength: 6 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat({ max: 1_000 }), { maxLength: 6 }),
      (texts, cuts) => {
        const bytes = encoder.encode(texts.map((content) => chat({ content })).join(""));
        const borders = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const packets = borders.slice(1).map((end, index) => bytes.subarray(borders[index], end));
        expect(textOf(readMerged(packets))).toBe(texts.join(""));
      },
    ),
    { numRuns: 200 },
  );
});

test("an event whose piece ends in a backslash takes no quote for its own", () => {
  const event = chat({ content: "a\\" }).trimEnd();
  const delta = DeltaEvent.parse(event);
  expect(delta?.join(event)).toBe(true);
  expect(String(delta)).toBe(chat({ content: "a\\a\\" }).trimEnd());
  expect(delta?.join(event.replace('a\\\\"', 'a","b":"c"'))).toBe(false);
});
