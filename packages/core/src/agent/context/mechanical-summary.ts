import type { PromptPart } from "../../ports/model.ts";
import { summaryIn } from "../prompt/compact-entries.ts";
import { isSummary, type PromptEntry, type UserEntry } from "../prompt/prompt-entry.ts";
import { shorten } from "./shorten.ts";

const PREAMBLE = "(Put together without a model: details are missing.)\n\n";
const MAX_FILES = 40;
const MAX_COMMANDS = 12;
const MAX_MESSAGES = 5;
const LINE_CHARACTERS = 200;

function textOf(parts: readonly PromptPart[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function argument(value: unknown, name: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const found: unknown = Reflect.get(value, name);
  return typeof found === "string" && found !== "" ? found.slice(0, LINE_CHARACTERS).toWellFormed() : null;
}

/** The last distinct texts, in their order. */
function latest(texts: readonly (string | null)[], most: number): readonly string[] {
  const found = new Set<string>();
  for (const text of texts.toReversed()) if (text !== null && found.size < most) found.add(text);
  return [...found].toReversed();
}

/** A summary without the service's text around it, which the next one gets again. */
function withoutPreamble(note: string): string {
  const summary = summaryIn(note);
  return summary.startsWith(PREAMBLE) ? summary.slice(PREAMBLE.length) : summary;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}:\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

/** A summary made without a model, of about `tokens` at most: the earlier summary, messages of people, files and commands. */
export function mechanicalSummary(
  entries: readonly PromptEntry[],
  kept: readonly UserEntry[],
  tokens: number,
): string {
  const calls = entries.flatMap((entry) =>
    entry.parts.flatMap((part) => (part.type === "tool_call" ? [part] : [])),
  );
  const paths = (isWrite: boolean) =>
    calls
      .filter(({ name }) => (name === "write" || name === "edit") === isWrite)
      .map(({ arguments: value }) => argument(value, "path"));
  const said = entries.findLast((entry) => entry.type === "assistant" && textOf(entry.parts) !== "");
  const earlier = entries.findLast(isSummary);
  const messages = entries.flatMap((entry) =>
    entry.type === "user" && entry.source === "person" && !kept.includes(entry) ? [textOf(entry.parts)] : [],
  );
  const share = (part: number) => Math.floor(tokens * part);
  const rest = [
    section(
      "The user wrote",
      messages.slice(-MAX_MESSAGES).map((text) => shorten(text, share(0.25 / MAX_MESSAGES))),
    ),
    section("Files that were written", latest(paths(true), MAX_FILES)),
    section("Files and folders that were looked at", latest(paths(false), MAX_FILES)),
    section(
      "The last commands",
      latest(
        calls.map(({ arguments: value }) => argument(value, "command")),
        MAX_COMMANDS,
      ),
    ),
    said === undefined ? "" : `The last message of the agent:\n${shorten(textOf(said.parts), share(0.2))}`,
  ];
  const parts = [
    earlier === undefined ? "" : shorten(withoutPreamble(textOf(earlier.parts)), share(0.35)),
    shorten(rest.filter((text) => text !== "").join("\n\n"), share(0.6)),
  ];
  return PREAMBLE + parts.filter((text) => text !== "").join("\n\n");
}
