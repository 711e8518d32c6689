import type { PromptEntry, UserEntry } from "../prompt/prompt-entry.ts";
import type { TokenBudget } from "./token-budget.ts";

/** After leaving outputs out the prompt has to be this far below its limit; else it would be full again within a few steps. */
const ENOUGH_SHARE = 0.75;
/** A summary of less than this share of the room gains nothing. */
const WORTH_SHARE = 0.1;
/** What takes more than this share after all else has single parts that are too long. */
const FULL_SHARE = 0.9;
/** Less than this is not worth losing the provider's cache for. */
const GAIN_SHARE = 0.05;
const MIN_PART_TOKENS = 200;

/** What is done to make room. */
export interface CompactionPlan {
  readonly outputsThroughSeq: number | null;
  /** What a summary is to stand for, with the messages that are kept beside it. */
  readonly toSumUp: {
    readonly entries: readonly PromptEntry[];
    readonly throughSeq: number;
    readonly kept: readonly UserEntry[];
  } | null;
  readonly longestPart: number | null;
  /** The estimated tokens of the messages afterwards; a summary counts as long as it may be. */
  readonly after: number;
}

const total = (entries: readonly PromptEntry[]) => entries.reduce((sum, entry) => sum + entry.tokens, 0);

const isSummary = (entry: PromptEntry) => entry.type === "user" && entry.source === "summary";

/** The newest entry whose outputs are old: those after it fill the room for outputs. The last outputs were never seen and stay. */
function oldOutputs(entries: readonly PromptEntry[], room: number): number | null {
  let kept = 0;
  let isNewest = true;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry?.type !== "assistant" || entry.answerTokens === 0) continue;
    kept += entry.answerTokens;
    if (kept > room && !isNewest) return entry.seq;
    isNewest = false;
  }
  return null;
}

/** How many of the last entries the model has not answered yet: they are never summed up. */
export function unseen(entries: readonly PromptEntry[]): number {
  let count = 0;
  while (entries.at(-1 - count)?.type === "user") count += 1;
  const last = entries.at(-1 - count);
  return last?.type === "assistant" && last.calls.length > 0 ? count + 1 : count;
}

/** Where the tail begins. Entries that one event has put into their places are not parted. */
function tailStart(entries: readonly PromptEntry[], sizes: readonly number[], room: number): number {
  let start = entries.length - unseen(entries);
  let size = sizes.slice(start).reduce((sum, tokens) => sum + tokens, 0);
  while (start > 0 && size + (sizes[start - 1] ?? 0) <= room) {
    start -= 1;
    size += sizes[start] ?? 0;
  }
  while (start > 0 && entries[start - 1]?.seq === entries[start]?.seq) start -= 1;
  return start;
}

/** The first task and the latest messages of people, as far as there is room for them. */
function keptMessages(entries: readonly PromptEntry[], room: number): readonly UserEntry[] {
  const messages = entries.filter(
    (entry): entry is UserEntry => entry.type === "user" && entry.source === "person",
  );
  const kept = new Set<UserEntry>();
  let left = room;
  const [first, ...others] = messages;
  for (const message of [...(first === undefined ? [] : [first]), ...others.toReversed()]) {
    if (message.tokens > left) {
      if (message === first) continue;
      break;
    }
    left -= message.tokens;
    kept.add(message);
  }
  return messages.filter((message) => kept.has(message));
}

/** The greatest length at which parts of these sizes, each cut to it, fit together. */
function longestThatFits(sizes: readonly number[], room: number): number {
  const ordered = sizes.toSorted((a, b) => a - b);
  let left = room;
  for (const [index, size] of ordered.entries()) {
    const share = left / (ordered.length - index);
    if (size > share) return Math.max(MIN_PART_TOKENS, Math.floor(share));
    left -= size;
  }
  return Math.max(MIN_PART_TOKENS, ordered.at(-1) ?? 0);
}

/**
 * How to make room: old outputs first; if that is not enough, a summary of all but the newest; if what is left still does not fit, shorter
 * parts. Null: nothing can be gained.
 */
export function planCompaction(entries: readonly PromptEntry[], room: TokenBudget): CompactionPlan | null {
  const before = total(entries);
  const enough = room.messages * ENOUGH_SHARE;
  const outputsThroughSeq = oldOutputs(entries, room.outputs);
  const sizes = entries.map((entry) =>
    outputsThroughSeq !== null && entry.type === "assistant" && entry.seq <= outputsThroughSeq
      ? entry.tokens - entry.outputsToGain()
      : entry.tokens,
  );
  const sizeFrom = (start: number) => sizes.slice(start).reduce((sum, tokens) => sum + tokens, 0);
  let after = sizeFrom(0);
  let toSumUp: CompactionPlan["toSumUp"] = null;
  let left = entries;
  if (after > enough) {
    const start = tailStart(entries, sizes, room.tail);
    const head = entries.slice(0, start);
    const kept = keptMessages(head, room.kept);
    const gain = sizes.slice(0, start).reduce((sum, tokens) => sum + tokens, 0) - total(kept);
    const throughSeq = head.at(-1)?.seq;
    if (throughSeq !== undefined && gain - room.summary > room.messages * WORTH_SHARE) {
      toSumUp = { entries: head, throughSeq, kept };
      left = [...kept, ...entries.slice(start)];
      after = sizeFrom(start) + total(kept) + room.summary;
    }
  }
  let longestPart: number | null = null;
  if (after > room.messages * FULL_SHARE) {
    const parts = left.filter((entry) => !isSummary(entry)).flatMap((entry) => entry.sizes());
    const summaries = total(left.filter(isSummary)) + (toSumUp === null ? 0 : room.summary);
    const longest = longestThatFits(parts, Math.max(0, enough - summaries));
    longestPart = longest;
    after = parts.reduce((sum, tokens) => sum + Math.min(tokens, longest), summaries);
  }
  return before - after > room.messages * GAIN_SHARE
    ? { outputsThroughSeq, toSumUp, longestPart, after }
    : null;
}
