import { expect, test } from "vitest";
import { AssistantEntry, UserEntry, type PromptEntry } from "../prompt/prompt-entry.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { transcriptOf } from "./transcript.ts";

function said(number: number, text = "some words of a message"): UserEntry {
  return new UserEntry(number, `msg_${number}`, "person", [{ type: "text", text: `${number}: ${text}` }]);
}

/** Counts how often the text of an entry is made. */
function counted(entries: readonly PromptEntry[]): { readonly entries: PromptEntry[]; made: () => number } {
  let made = 0;
  const watched = entries.map((entry) =>
    Object.assign(Object.create(entry) as PromptEntry, {
      messages: () => {
        made += 1;
        return entry.messages();
      },
    }),
  );
  return { entries: watched, made: () => made };
}

test("has every entry in order where all fit", async () => {
  const text = await transcriptOf([said(1), new AssistantEntry(2, "msg_2"), said(3)], 1_000);
  expect(text).toBe("[user]\n1: some words of a message\n\n[user]\n3: some words of a message");
});

test("reads only the entries that it shows, from both ends, and yields to the event loop between slices", async () => {
  const { entries, made } = counted(Array.from({ length: 20_000 }, (_, number) => said(number)));
  let turns = 0;
  let isOver = false;
  const others = (): void => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const text = await transcriptOf(entries, 20_000);
  isOver = true;
  const [, omitted] = /\n\[… (\d+) messages omitted to fit the context window …\]\n/.exec(text) ?? [];
  expect(made()).toBe(20_000 - Number(omitted));
  expect(made()).toBeLessThan(3_000);
  expect(estimateTokens(text)).toBeGreaterThan(18_000);
  expect(estimateTokens(text)).toBeLessThan(21_500);
  expect(text).toMatch(/^\[user\]\n0: /);
  expect(text).toMatch(/\n19999: some words of a message$/);
  // The end gets more than the start.
  expect(text.indexOf("omitted")).toBeLessThan(text.length / 2);
  expect(turns).toBeGreaterThanOrEqual(2);
});

test("cuts the middle of a long entry, and still shows the start", async () => {
  const long = Array.from({ length: 40 }, (_, part) => `BEGIN${part} ${"word ".repeat(400)}END${part}`);
  const parts = long.map((text) => ({ type: "text" as const, text }));
  const text = await transcriptOf([said(1), new UserEntry(2, "msg_2", "person", parts)], 2_000);
  expect(estimateTokens(text)).toBeLessThan(2_300);
  expect(text).toMatch(/^\[user\]\n1: some words[^]*BEGIN0[^]*omitted to fit the context window[^]*END39$/);
});
