import { jsonLine } from "./clean-text.ts";
import type { JsonFlag } from "./command-options.ts";
import type { Context } from "./context.ts";
import { detailsOf } from "./details.ts";
import { table } from "./output.ts";
import { paintOut } from "./style.ts";

export interface ListFlags extends JsonFlag {
  readonly limit?: number;
}

export interface Columns<Item> {
  readonly head: readonly string[];
  readonly row: (item: Item) => readonly string[];
}

/** Writes rows below the names of their columns; without rows, nothing. */
export function printTable(
  context: Context,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  if (rows.length === 0) return;
  const [first = "", ...lines] = table([head, ...rows]).split("\n");
  context.output.out([paintOut(context)("bold", first), ...lines].join("\n"));
}

/** Writes a list as a table, or with `--json` one object per line. */
export async function printList<Item>(
  context: Context,
  items: AsyncIterable<Item> | Iterable<Item>,
  { head, row }: Columns<Item>,
  { json, limit = Infinity }: ListFlags,
): Promise<void> {
  const rows: (readonly string[])[] = [];
  let count = 0;
  for await (const item of items) {
    if (json === undefined) rows.push(row(item));
    else context.output.out(jsonLine(item));
    // To ask for one more may read another page.
    if (++count >= limit) break;
  }
  printTable(context, head, rows);
}

/** Writes the fields of an object, one per line, or with `--json` the object. */
export function printDetails(context: Context, value: object, json: true | undefined): void {
  if (json !== undefined) {
    context.output.out(jsonLine(value));
    return;
  }
  const paint = paintOut(context);
  const fields = detailsOf(value);
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  for (const [name, text] of fields)
    context.output.out(`${paint("bold", name)}${" ".repeat(width - name.length)}  ${text}`.trimEnd() + "\n");
}

/** Writes what a command made: its id, or with `--json` the object. */
export function printMade(context: Context, made: { readonly id: string }, json: true | undefined): void {
  context.output.out(json === undefined ? `${made.id}\n` : jsonLine(made));
}

/** Says what was done on standard error, and with `--json` writes the result. */
export function printDone(context: Context, done: string, result: object, json: true | undefined): void {
  context.output.note(`${done}\n`);
  if (json !== undefined) context.output.out(jsonLine(result));
}
