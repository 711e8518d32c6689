import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fixtures, hasFixtures, repaired } from "./recorded-streams.test-support.ts";
import { chunk, DONE, events, USAGE } from "./replay-server.test-support.ts";
import { both, says, type Gap } from "./text-lane.test-support.ts";

const piece = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom('"', "\\", "\n\n", "data: {}", "", "a", "a"),
);
const line = fc.oneof(
  { weight: 12, arbitrary: piece.map(says) },
  { weight: 4, arbitrary: piece.map((text) => chunk({ reasoning_content: text })) },
  { weight: 1, arbitrary: fc.constant(chunk({ role: "assistant", content: "" })) },
  { weight: 1, arbitrary: fc.constant('{"error":{"message":"overloaded"}}') },
  { weight: 1, arbitrary: fc.constant("{ no json") },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 1 }).map((index) =>
      chunk({
        tool_calls: [
          { index, id: `call_${index}`, type: "function", function: { name: "bash", arguments: "{}" } },
        ],
      }),
    ),
  },
);
/** Whether an event ends its packet, goes on in the next one, or shares one with the event after it. */
const packing = fc.array(fc.constantFrom("alone", "alone", "alone", "alone", "cut", "joined"), {
  minLength: 1,
});

const pace = fc.array(fc.constantFrom<Gap>("long", "long", "short", "none"), { minLength: 1 });

function packed(texts: readonly string[], how: readonly string[]): Uint8Array[] {
  const all: Uint8Array[] = [];
  let open = Buffer.alloc(0);
  for (const [index, text] of texts.entries()) {
    const bytes = Buffer.concat([open, Buffer.from(text)]);
    const way = how[index % how.length];
    const at = way === "cut" ? Math.floor(bytes.length / 2) : way === "joined" ? 0 : bytes.length;
    if (at > 0) all.push(bytes.subarray(0, at));
    open = bytes.subarray(at);
  }
  return open.length > 0 ? [...all, open] : all;
}

test("any events in any packets give the same parts with and without the lane", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 25 }), packing, pace, async (lines, how, gaps) => {
      const all = [...lines, chunk({}, "stop"), USAGE].map((each) => events([each]));
      const { alone, beside } = await both("openai-compatible", packed([...all, DONE], how), {
        gaps,
      });
      expect(beside).toEqual(alone);
    }),
    { numRuns: 60 },
  );
});

describe.runIf(hasFixtures)("a recorded stream, event by event", () => {
  test.each(fixtures)("of $name gives the same parts with and without the lane", async (recorded) => {
    const { provider, lines } = repaired(recorded);
    const { alone, beside } = await both(provider, [
      ...lines.slice(0, 300).map((each) => events([each])),
      DONE,
    ]);
    expect(beside).toEqual(alone);
  });
});
