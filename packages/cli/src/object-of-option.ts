import { wrongUse } from "./exit-codes.ts";
import { failureText } from "./failure.ts";
import { isObject } from "./json.ts";

/** The JSON object in the text that an option names. `what` is what it has to be, for the error. */
export async function objectOf(
  option: string,
  what: string,
  text: Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    value = JSON.parse(await text);
  } catch (error) {
    throw wrongUse(`${option}: ${failureText(error)}`);
  }
  if (!isObject(value)) throw wrongUse(`${option}: the ${what} has to be a JSON object.`);
  return value;
}
