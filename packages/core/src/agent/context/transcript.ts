import type { PromptMessage, PromptPart } from "../../ports/model.ts";
import type { PromptEntry } from "../prompt/prompt-entry.ts";
import { nextTask } from "../../runtime/next-task.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { shorten } from "./shorten.ts";

/** How much of a part a summary needs. */
const USER_TOKENS = 2_000;
const SAID_TOKENS = 1_000;
const ARGUMENT_TOKENS = 250;
const OUTPUT_TOKENS = 500;

function partText(role: PromptMessage["role"], part: PromptPart): string {
  switch (part.type) {
    case "text":
      return shorten(part.text, role === "user" ? USER_TOKENS : SAID_TOKENS);
    case "reasoning":
      // Its conclusions are in what follows.
      return "";
    case "image":
      return "(an image)";
    case "tool_call":
      return `called ${part.name} ${shorten(JSON.stringify(part.arguments), ARGUMENT_TOKENS)}`;
    case "tool_result":
      return `${part.name}${part.is_error ? " failed" : ""}: ${shorten(part.output, OUTPUT_TOKENS)}`;
  }
}

function messageText({ role, parts }: PromptMessage): string {
  const text = parts
    .map((part) => partText(role, part))
    .filter((each) => each !== "")
    .join("\n");
  return text === "" ? "" : `[${role}]\n${text}`;
}

/** The end of a record matters more than its start. */
const TAIL_SHARE = 0.6;
/** How many tokens of text are written before other work may run. */
const SLICE_TOKENS = 4_000;

function entryText(entry: PromptEntry): string {
  const texts = entry.messages().map(messageText);
  return texts.filter((text) => text !== "").join("\n\n");
}

interface Written {
  readonly texts: readonly string[];
  /** How many entries they show. */
  readonly count: number;
  readonly tokens: number;
}

/** The texts of the first entries, up to about `tokens`; the last of them may lack its middle. */
async function write(entries: Iterable<PromptEntry>, tokens: number): Promise<Written> {
  const texts: string[] = [];
  let [count, used, slice] = [0, 0, 0];
  for (const entry of entries) {
    const room = tokens - used;
    if (room <= 0) break;
    const text = entryText(entry);
    const size = Math.min(estimateTokens(text), room);
    if (text !== "") texts.push(shorten(text, room));
    count += 1;
    used += size;
    slice += size;
    if (slice < SLICE_TOKENS) continue;
    slice = 0;
    await nextTask();
  }
  return { texts, count, tokens: used };
}

/**
 * Entries as text for a summary, without its middle if it takes more than about `tokens`. Takes time by what it shows, not by how many
 * entries there are, and yields to the event loop between slices.
 */
export async function transcriptOf(entries: readonly PromptEntry[], tokens: number): Promise<string> {
  const last = await write(entries.toReversed(), tokens * TAIL_SHARE);
  const first = await write(entries.slice(0, entries.length - last.count), tokens - last.tokens);
  const omitted = entries.length - first.count - last.count;
  const note = omitted === 0 ? [] : [`[… ${omitted} messages omitted to fit the context window …]`];
  return [...first.texts, ...note, ...last.texts.toReversed()].join("\n\n");
}
