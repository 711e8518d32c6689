import { isObject, parsedJson } from "./json.ts";

/** A string that can stand in a line as it is. */
const isPlain = (text: string) => /^[^\s"']+$/.test(text);

const shown = (value: unknown): string =>
  typeof value === "string" ? (isPlain(value) ? value : JSON.stringify(value)) : JSON.stringify(value);

/** The arguments that come first, without their names. */
const FIRST = ["path", "pattern", "name", "description", "id"];

/** A tool call in a line: `$ npm test`, or the tool with its arguments, such as `read src/main.ts offset=10`. */
export function toolLine(tool: string, given: string): string {
  const named = parsedJson(given);
  if (!isObject(named)) return `${tool} ${given}`;
  const { command, ...others } = named;
  const rest = Object.entries(others);
  const options = rest.map(([name, value]) => `${name}=${shown(value)}`);
  if (typeof command === "string") {
    // A command of several lines stays one entry.
    const lines = command.split("\n").map((each) => each.trim());
    const line = lines.filter((each) => each !== "").join(" ⏎ ");
    const tail = options.length === 0 ? "" : `  # ${options.join(" ")}`;
    return tool === "bash" ? `$ ${line}${tail}` : `${tool} $ ${line}${tail}`;
  }
  const first = rest.find(([name, value]) => FIRST.includes(name) && typeof value === "string");
  const words = rest.flatMap(([name, value]) => (name === first?.[0] ? [] : [`${name}=${shown(value)}`]));
  return [tool, ...(first === undefined ? [] : [shown(first[1])]), ...words].join(" ");
}
