import type { FrontMatterValue } from "./front-matter.ts";
import { shown } from "./skill-fault.ts";
import type { SkillContent } from "./skill.ts";

/** What the front matter of a skill says, checked. */
export type SkillProperties = { readonly name: string } & Omit<SkillContent, "files">;

export const MAX_NAME = 64;
const MAX_DESCRIPTION = 1_024;
const MAX_COMPATIBILITY = 500;

/** The fields of the Agent Skills specification; its reference validator refuses all others, and so does this. */
const FIELDS = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

type Fields = ReadonlyMap<string, FrontMatterValue>;
type Complain = (detail: string) => void;

/** In code points. */
const lengthOf = (text: string) => Array.from(text).length;

/** What is wrong with a name, or null. */
export function nameFault(name: string): string | null {
  if (name === "") return "is empty";
  if (name.length > MAX_NAME) return `is longer than ${MAX_NAME} characters`;
  if (!/^[a-z0-9-]+$/.test(name)) return "may hold only a-z, 0-9 and hyphens";
  if (name.startsWith("-") || name.endsWith("-")) return "must not begin or end with a hyphen";
  return name.includes("--") ? "must not hold two hyphens in a row" : null;
}

function textOf(fields: Fields, field: string, complain: Complain): string | null {
  const value = fields.get(field);
  if (value === undefined) return null;
  if (value.type === "text") return value.text;
  complain(`the field ${field} is no text`);
  return null;
}

function readName(fields: Fields, complain: Complain): string {
  if (!fields.has("name")) complain("the field name is missing");
  const name = textOf(fields, "name", complain);
  if (name === null) return "";
  const wrong = nameFault(name);
  if (wrong !== null) complain(`the name ${shown(name)} ${wrong}`);
  return name;
}

function readDescription(fields: Fields, complain: Complain): string {
  if (!fields.has("description")) complain("the field description is missing");
  const description = textOf(fields, "description", complain)?.trim();
  if (description === undefined) return "";
  if (description === "") complain("the description is blank");
  if (lengthOf(description) > MAX_DESCRIPTION)
    complain(`the description is longer than ${MAX_DESCRIPTION} characters`);
  return description;
}

function readCompatibility(fields: Fields, complain: Complain): string | null {
  const compatibility = textOf(fields, "compatibility", complain)?.trim() ?? null;
  if (compatibility === "") complain("the field compatibility is blank");
  if (compatibility !== null && lengthOf(compatibility) > MAX_COMPATIBILITY)
    complain(`the field compatibility is longer than ${MAX_COMPATIBILITY} characters`);
  return compatibility;
}

/** Scalars are taken by their text, as the reference does: `version: 1.0` is "1.0". */
function readMetadata(fields: Fields, complain: Complain): Record<string, string> {
  const value = fields.get("metadata");
  if (value === undefined || (value.type === "text" && value.text === "")) return {};
  if (value.type !== "map") {
    complain("the field metadata is no map");
    return {};
  }
  const entries: [string, string][] = [];
  for (const [key, entry] of value.entries) {
    if (entry.type === "text") entries.push([key, entry.text]);
    else complain(`the metadata's ${shown(key)} is no text`);
  }
  return Object.fromEntries(entries);
}

/** `Bash(git add:*) Read` are two: what is in parentheses stays together. Commas part too, as much in use as spaces. */
export function splitTools(text: string): string[] {
  const tools: string[] = [];
  let depth = 0;
  let tool = "";
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && /[\s,]/.test(character)) {
      if (tool !== "") tools.push(tool);
      tool = "";
    } else tool += character;
  }
  return tool.trim() === "" ? tools : [...tools, tool.trim()];
}

function readTools(fields: Fields, complain: Complain): string[] {
  const value = fields.get("allowed-tools");
  if (value === undefined) return [];
  if (value.type === "text") return splitTools(value.text);
  const items = value.type === "list" ? value.items : [];
  const tools = items.flatMap((item) =>
    item.type === "text" && item.text.trim() !== "" ? [item.text.trim()] : [],
  );
  if (value.type === "map" || tools.length < items.length)
    complain("the field allowed-tools is neither a text nor a list of texts");
  return tools;
}

/** Checks the fields of a front matter. Everything that is wrong is told to `complain`. */
export function readProperties(fields: Fields, complain: Complain): SkillProperties {
  for (const field of fields.keys()) {
    if (!FIELDS.includes(field))
      complain(
        `the field ${shown(field)} is not known (put it under metadata); known are ${FIELDS.join(", ")}`,
      );
  }
  return {
    name: readName(fields, complain),
    description: readDescription(fields, complain),
    license: textOf(fields, "license", complain)?.trim() || null,
    compatibility: readCompatibility(fields, complain),
    metadata: readMetadata(fields, complain),
    allowed_tools: readTools(fields, complain),
  };
}
