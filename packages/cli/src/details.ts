import { cleanText } from "./clean-text.ts";

type Field = readonly [name: string, text: string];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value in one line. */
function inLine(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (typeof value === "string") return cleanText(value).replace(/\s+/g, " ").trim();
  if (Array.isArray(value) && !value.some((each) => typeof each === "object"))
    return value.map(inLine).join(", ");
  return cleanText(JSON.stringify(value));
}

/** The fields of an object, those of objects in it with dotted names: `limits.max_steps`. */
export function detailsOf(value: object, prefix = ""): readonly Field[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]): readonly Field[] => {
    const path = cleanText(`${prefix}${name}`);
    return isObject(member) && Object.keys(member).length > 0
      ? detailsOf(member, `${path}.`)
      : [[path, inLine(member)]];
  });
}
