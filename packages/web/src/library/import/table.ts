import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { ImportRefusal } from "./refusal.ts";

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Spreadsheets use different separators by language. */
const SEPARATORS = [",", ";", "\t"] as const;

/** Reads CSV with a header row (RFC 4180). Throws `ImportRefusal`. */
export function readTable(text: string): Table {
  const [head = [], ...rows] = recordsOf(text);
  if (rows.length === 0)
    throw new ImportRefusal(
      "The table has no rows.",
      "The first row must name the columns, and each other row is a prompt.",
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
      "Quote cells with separators, quotes, or line breaks, and double the quotes in them.",
    );
  }
}

/** The most frequent separator of the first line. */
function separatorOf(text: string): string {
  const line = text.slice(0, text.search(/\r|\n|$/));
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}
