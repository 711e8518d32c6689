import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { wrongUse } from "./exit-codes.ts";
import { failureText } from "./failure.ts";
import { isObject } from "./json.ts";

/** The text of a file, or for `-` of standard input. */
export const textOf = async (file: string): Promise<string> =>
  file === "-" ? await readAll(process.stdin) : await readFile(file, "utf8");

/** The JSON object in a text. `where` is what names the text, and `what` is what it has to be, for the error. */
export async function objectOf(
  where: string,
  what: string,
  text: Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    value = JSON.parse(await text);
  } catch (error) {
    throw wrongUse(`${where}: ${failureText(error)}`);
  }
  if (!isObject(value)) throw wrongUse(`${where}: the ${what} has to be a JSON object.`);
  return value;
}
