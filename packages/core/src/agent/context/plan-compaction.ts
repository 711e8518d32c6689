import { isSummary, totalTokens, type PromptEntry, type UserEntry } from "../prompt/prompt-entry.ts";
import type { TokenBudget } from "./token-budget.ts";

/** Omitting outputs is enough only below this share of the budget. Otherwise the prompt would be full again within a few steps. */
const ENOUGH_SHARE = 0.75;
/** A summary has to save more than this share of the budget. */
const WORTH_SHARE = 0.1;
/** Above this share of the budget, single parts are shortened too. */
const FULL_SHARE = 0.9;
/** A smaller gain is not worth invalidating the provider's cache. */
const GAIN_SHARE = 0.05;
const MIN_PART_TOKENS = 200;

/** How to compact a prompt. */
export interface CompactionPlan {
  readonly outputsThroughSeq: number | null;
  /** The entries that a summary replaces, and the messages that stay beside it. */
  readonly toSumUp: {
    readonly entries: readonly PromptEntry[];
    readonly throughSeq: number;
    readonly kept: readonly UserEntry[];
  } | null;
  readonly longestPart: number | null;
  /** The estimated tokens of the messages afterwards. The summary counts with its maximum length. */
  readonly after: number;
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, tokens) => total + tokens, 0);

/** The newest entry whose outputs are omitted: the outputs after it fill their budget. The newest outputs always stay, since the model has not seen them. */
function oldOutputs(entries: readonly PromptEntry[], budget: number): number | null {
  let kept = 0;
  let isNewest = true;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index];
    if (entry?.type !== "assistant" || entry.answerTokens === 0) continue;
    kept += entry.answerTokens;
    if (kept > budget && !isNewest) return entry.seq;
    isNewest = false;
  }
  return null;
}

/** How many of the last entries the model has not answered yet. They are never summarized. */
export function unseen(entries: readonly PromptEntry[]): number {
  let count = 0;
  while (entries.at(-1 - count)?.type === "user") count += 1;
  const last = entries.at(-1 - count);
  return last?.type === "assistant" && last.calls.length > 0 ? count + 1 : count;
}

/** The index at which the tail starts. Entries of one event stay together. */
function tailStart(entries: readonly PromptEntry[], sizes: readonly number[], budget: number): number {
  let start = entries.length - unseen(entries);
  let size = sum(sizes.slice(start));
  while (start > 0 && size + (sizes[start - 1] ?? 0) <= budget) {
    start -= 1;
    size += sizes[start] ?? 0;
  }
  while (start > 0 && entries[start - 1]?.seq === entries[start]?.seq) start -= 1;
  return start;
}

/** The first message and the latest messages of people that fit the budget. */
function keptMessages(entries: readonly PromptEntry[], budget: number): readonly UserEntry[] {
  const messages = entries.filter(
    (entry): entry is UserEntry => entry.type === "user" && entry.source === "person",
  );
  const kept = new Set<UserEntry>();
  let left = budget;
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

/** The greatest length to which parts of these sizes can be cut to fit together. */
function longestThatFits(sizes: readonly number[], budget: number): number {
  const ordered = sizes.toSorted((a, b) => a - b);
  let left = budget;
  for (const [index, size] of ordered.entries()) {
    const share = left / (ordered.length - index);
    if (size > share) return Math.max(MIN_PART_TOKENS, Math.floor(share));
    left -= size;
  }
  return Math.max(MIN_PART_TOKENS, ordered.at(-1) ?? 0);
}

/**
 * Plans a compaction: omit old outputs; if that is not enough, summarize all but the newest entries; if the rest still does not fit, shorten
 * parts. Null if nothing can be gained.
 */
export function planCompaction(entries: readonly PromptEntry[], budget: TokenBudget): CompactionPlan | null {
  const before = totalTokens(entries);
  const enough = budget.messages * ENOUGH_SHARE;
  const outputsThroughSeq = oldOutputs(entries, budget.outputs);
  const sizes = entries.map((entry) =>
    outputsThroughSeq !== null && entry.type === "assistant" && entry.seq <= outputsThroughSeq
      ? entry.tokens - entry.outputsToGain()
      : entry.tokens,
  );
  let after = sum(sizes);
  let toSumUp: CompactionPlan["toSumUp"] = null;
  let left = entries;
  if (after > enough) {
    const start = tailStart(entries, sizes, budget.tail);
    const head = entries.slice(0, start);
    const kept = keptMessages(head, budget.kept);
    const gain = sum(sizes.slice(0, start)) - totalTokens(kept);
    const throughSeq = head.at(-1)?.seq;
    if (throughSeq !== undefined && gain - budget.summary > budget.messages * WORTH_SHARE) {
      toSumUp = { entries: head, throughSeq, kept };
      left = [...kept, ...entries.slice(start)];
      after = sum(sizes.slice(start)) + totalTokens(kept) + budget.summary;
    }
  }
  let longestPart: number | null = null;
  if (after > budget.messages * FULL_SHARE) {
    const parts = left.filter((entry) => !isSummary(entry)).flatMap((entry) => entry.sizes());
    const summaries = totalTokens(left.filter(isSummary)) + (toSumUp === null ? 0 : budget.summary);
    const longest = longestThatFits(parts, Math.max(0, enough - summaries));
    longestPart = longest;
    after = summaries + sum(parts.map((tokens) => Math.min(tokens, longest)));
  }
  return before - after > budget.messages * GAIN_SHARE
    ? { outputsThroughSeq, toSumUp, longestPart, after }
    : null;
}
