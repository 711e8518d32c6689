import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { ImportRefusal } from "./refusal.ts";

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The separators that spreadsheets write, by language. */
const SEPARATORS = [",", ";", "\t"] as const;

/** Reads a table with a first row of names (RFC 4180). Throws ImportRefusal. */
export function readTable(text: string): Table {
  const [head = [], ...rows] = recordsOf(text);
  if (rows.length === 0)
    throw new ImportRefusal(
      "The table has no rows.",
      "Its first row names the columns; each other row is a prompt.",
    );
  return { columns: head.map((name) => name.trim()), rows };
}

function recordsOf(text: string): readonly string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      skipEmptyLines: true,
      relaxColumnCountLess: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ImportRefusal(
      `The table cannot be read: ${error.message}`,
      "A cell with a separator, a quote or a line break stands in quotes, and a quote within is doubled.",
    );
  }
}

/** The one that the first line has most of. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/\r|\n|$/));
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}
