import type { SessionEvent } from "../../domain/sessions/event.ts";
import { isSummary, UserEntry, type PromptEntry } from "./prompt-entry.ts";

type ContextCompacted = Extract<SessionEvent, { type: "context.compacted" }>;

const BEFORE_SUMMARY =
  "The conversation before this point was summarized to fit the context window. Messages of the user above are unchanged. What has happened so far:\n\n";
const AFTER_SUMMARY = "\n\nContinue from there. What is done need not be done again.";

/** A summary with the service's text around it. */
export function summaryNote(summary: string): string {
  return `${BEFORE_SUMMARY}${summary}${AFTER_SUMMARY}`;
}

/** The summary in a result of `summaryNote`. Other texts stay unchanged. */
export function summaryIn(note: string): string {
  return note.startsWith(BEFORE_SUMMARY) && note.endsWith(AFTER_SUMMARY)
    ? note.slice(BEFORE_SUMMARY.length, -AFTER_SUMMARY.length)
    : note;
}

/** How many of the first entries a summary replaces. Never a response with open calls. */
function summedUp(entries: readonly PromptEntry[], throughSeq: number): number {
  const first = entries.findIndex((entry) => entry.seq > throughSeq);
  const count = first < 0 ? entries.length : first;
  const last = entries.at(-1);
  const isOpen = count === entries.length && last?.type === "assistant" && last.hasOpenCalls();
  return isOpen ? count - 1 : count;
}

/** The entries after a compaction: the kept messages, the summary of the rest, and the later entries. */
export function compactEntries(entries: readonly PromptEntry[], event: ContextCompacted): PromptEntry[] {
  const shown = [...entries];
  if (event.summary !== null && event.through_seq !== null) {
    const kept = new Set(event.kept_message_ids);
    const before = shown.splice(0, summedUp(entries, event.through_seq));
    const note = new UserEntry(event.through_seq, `summary_${event.seq}`, "summary", [
      { type: "text", text: summaryNote(event.summary) },
    ]);
    shown.unshift(...before.filter((entry) => entry.type === "user" && kept.has(entry.messageId)), note);
  }
  const { outputs_through_seq, longest_part_tokens } = event;
  for (const entry of shown) {
    if (outputs_through_seq !== null && entry.type === "assistant" && entry.seq <= outputs_through_seq)
      entry.omitOutputs();
    // Summaries are short and stay complete.
    if (longest_part_tokens !== null && !isSummary(entry)) entry.shorten(longest_part_tokens);
  }
  return shown;
}
