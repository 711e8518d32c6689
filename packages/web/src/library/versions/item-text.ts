import type { LibraryItem, LibraryKind } from "../../api/library.ts";
import { sortedKeys } from "../../api/parse-config.ts";
import { isPrompt, isSkill } from "../kinds.ts";

/** File names that select the language of a diff. */
export const TEXT_PATHS: Readonly<Record<LibraryKind, string>> = {
  prompts: "prompt.md",
  templates: "template.json",
  skills: "skill.json",
};

/** The content of an item as text for a diff. */
export function textOfItem(item: LibraryItem): string {
  if (isPrompt(item)) return promptText(item);
  if (!isSkill(item)) return jsonText(contentOf(item));
  const { files, ...properties } = item;
  // One line per file.
  const list = files.map(
    ({ path, size, executable }) => `${path}  ${size} B${executable === true ? "  executable" : ""}`,
  );
  return `${jsonText(contentOf(properties))}\n${list.join("\n")}\n`;
}

/** The properties that do not belong to the content. */
const METADATA: ReadonlySet<string> = new Set(["id", "warnings", "version", "created_at", "updated_at"]);

function contentOf(item: object): object {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !METADATA.has(name)));
}

/** The same for a request body. */
export function textOfBody(body: object): string {
  return "content" in body ? promptText(body as PromptFields) : jsonText(body);
}

interface PromptFields {
  readonly name: string;
  readonly description?: string;
  readonly content: string;
  readonly labels?: Readonly<Record<string, string>>;
}

function promptText({ name, description = "", content, labels = {} }: PromptFields): string {
  const head = [
    `name: ${name}`,
    ...(description === "" ? [] : [`description: ${description}`]),
    ...Object.entries(labels)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, value]) => `label ${label}: ${value}`),
  ];
  return `${head.join("\n")}\n\n${content}\n`;
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, sortedKeys, 2)}\n`;
}
