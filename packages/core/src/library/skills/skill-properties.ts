import type { FrontMatterValue } from "@workspace-agent/archives/front-matter";
import { shown } from "./skill-fault.ts";
import type { SkillContent } from "../../domain/library/skill.ts";

/** Checks the front matter of a skill. */
export type SkillProperties = { readonly name: string } & Omit<SkillContent, "files" | "warnings">;

/** The limit of the format. Longer values are accepted with a warning, up to the limit of the library. */
const MAX_NAME = 64;
const MAX_LIBRARY_NAME = 128;
const MAX_DESCRIPTION = 1_024;
const MAX_COMPATIBILITY = 500;

/** The fields of the Agent Skills specification. */
const FIELDS = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

type Fields = ReadonlyMap<string, FrontMatterValue>;

/** A problem: `refuse` rejects the skill, `warn` accepts it with a warning, `note` is about the folder that contained it. */
export interface Complaints {
  readonly refuse: (detail: string) => void;
  readonly warn: (detail: string) => void;
  readonly note: (detail: string) => void;
}

/** In code points. */
const lengthOf = (text: string) => Array.from(text).length;

/** The problem with a name, or null. */
function nameFault(name: string): string | null {
  if (name.length > MAX_NAME) return `is longer than ${MAX_NAME} characters`;
  if (!/^[a-z0-9-]+$/.test(name)) return "may hold only a-z, 0-9 and hyphens";
  if (name.startsWith("-") || name.endsWith("-")) return "must not begin or end with a hyphen";
  return name.includes("--") ? "must not hold two hyphens in a row" : null;
}

/** The nearest valid name, for a folder and a URL. */
function nearestName(name: string): string {
  const words = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const joined = words.replace(/[^a-z0-9]+/g, "-").replace(/^-/, "");
  return joined.slice(0, MAX_LIBRARY_NAME).replace(/-$/, "");
}

function textOf(fields: Fields, field: string, { warn }: Complaints): string | null {
  const value = fields.get(field);
  if (value === undefined) return null;
  if (value.type === "text") return value.text;
  warn(`the field ${field} is no text and is left out`);
  return null;
}

function readName(fields: Fields, folder: string | null, complaints: Complaints): string {
  const given = textOf(fields, "name", complaints)?.trim() ?? "";
  const name = nearestName(given === "" ? (folder ?? "") : given);
  if (name === "") {
    complaints.refuse(given === "" ? "the field name is missing" : `the name ${shown(given)} has no letter`);
    return "";
  }
  if (given === "") {
    complaints.note(`the field name is missing: the skill has the name of its folder, ${shown(name)}`);
    return name;
  }
  const wrong = nameFault(given);
  const as = name === given ? "" : `: the skill is named ${shown(name)}`;
  if (wrong !== null) complaints.warn(`the name ${shown(given)} ${wrong}${as}`);
  else if (folder !== null && folder !== name)
    complaints.note(`the name ${shown(name)} is not that of the folder, ${shown(folder)}`);
  return name;
}

function readDescription(fields: Fields, { refuse, warn }: Complaints): string {
  const value = fields.get("description");
  if (value === undefined || value.type !== "text") {
    refuse(value === undefined ? "the field description is missing" : "the field description is no text");
    return "";
  }
  const description = value.text.trim();
  if (description === "") refuse("the description is blank");
  if (lengthOf(description) > MAX_DESCRIPTION)
    warn(`the description is longer than ${MAX_DESCRIPTION} characters`);
  return description;
}

function readCompatibility(fields: Fields, complaints: Complaints): string | null {
  const compatibility = textOf(fields, "compatibility", complaints)?.trim() ?? null;
  if (compatibility === "") complaints.warn("the field compatibility is blank");
  if (compatibility !== null && lengthOf(compatibility) > MAX_COMPATIBILITY)
    complaints.warn(`the field compatibility is longer than ${MAX_COMPATIBILITY} characters`);
  return compatibility === "" ? null : compatibility;
}

/** Scalars are read as text, as in the reference implementation: `version: 1.0` is "1.0". */
function readMetadata(fields: Fields, { warn }: Complaints): Record<string, string> {
  const value = fields.get("metadata");
  if (value === undefined || (value.type === "text" && value.text === "")) return {};
  if (value.type !== "map") {
    warn("the field metadata is no map and is left out");
    return {};
  }
  const entries: [string, string][] = [];
  for (const [key, entry] of value.entries) {
    if (entry.type === "text") entries.push([key, entry.text]);
    else warn(`the metadata's ${shown(key)} is no text and is left out`);
  }
  return Object.fromEntries(entries);
}

/** Splits at spaces and commas outside of parentheses: `Bash(git add:*) Read` is two entries. */
function splitTools(text: string): string[] {
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

function readTools(fields: Fields, { warn }: Complaints): string[] {
  const value = fields.get("allowed-tools");
  if (value === undefined) return [];
  if (value.type === "text") return splitTools(value.text);
  const items = value.type === "list" ? value.items : [];
  const tools = items.flatMap((item) =>
    item.type === "text" && item.text.trim() !== "" ? [item.text.trim()] : [],
  );
  if (value.type === "map" || tools.length < items.length)
    warn("the field allowed-tools is neither a text nor a list of texts");
  return tools;
}

/** Reads the fields of a front matter. `folder` is the name of the skill's folder, if it has one. */
export function readProperties(
  fields: Fields,
  folder: string | null,
  complaints: Complaints,
): SkillProperties {
  for (const field of fields.keys()) {
    if (!FIELDS.includes(field)) complaints.warn(`the field ${shown(field)} is not known`);
  }
  return {
    name: readName(fields, folder, complaints),
    description: readDescription(fields, complaints),
    license: textOf(fields, "license", complaints)?.trim() || null,
    compatibility: readCompatibility(fields, complaints),
    metadata: readMetadata(fields, complaints),
    allowed_tools: readTools(fields, complaints),
  };
}
