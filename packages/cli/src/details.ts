import { cleanText } from "./clean-text.ts";
import { isObject } from "./json.ts";

type Field = readonly [name: string, text: string];

/** A value in one line. */
function inLine(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (typeof value === "string") return cleanText(value).replace(/\s+/g, " ").trim();
  if (Array.isArray(value)) return value.length === 0 ? "-" : value.map(inLine).join(", ");
  if (isObject(value) && Object.keys(value).length === 0) return "-";
  return cleanText(JSON.stringify(value));
}

/** What has fields of its own: an object, or an array with objects in it. */
const hasFields = (value: unknown): value is object =>
  Array.isArray(value)
    ? value.some((each) => typeof each === "object")
    : isObject(value) && Object.keys(value).length > 0;

/** The fields of an object, those of values in it with dotted names: `limits.max_steps`, `files.0.path`. */
export function detailsOf(value: object, prefix = ""): readonly Field[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]): readonly Field[] => {
    const path = cleanText(`${prefix}${name}`);
    return hasFields(member) ? detailsOf(member, `${path}.`) : [[path, inLine(member)]];
  });
}
