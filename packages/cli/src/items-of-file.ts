import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { parse } from "csv-parse/sync";
import { wrongUse } from "./exit-codes.ts";
import { failureText } from "./failure.ts";
import { isObject, parsedJson } from "./json.ts";

const LABEL = "label:";

/** A row of a CSV file: `name`, `content`, `description`, and a column `label:x` per label. Empty cells are left out. */
function fromRow(row: Readonly<Record<string, string>>): object {
  const cells = Object.entries(row).filter(([, value]) => value !== "");
  const labels = cells.filter(([name]) => name.startsWith(LABEL));
  return {
    ...Object.fromEntries(cells.filter(([name]) => !name.startsWith(LABEL))),
    ...(labels.length > 0 && {
      labels: Object.fromEntries(labels.map(([name, value]) => [name.slice(LABEL.length), value])),
    }),
  };
}

export function parsedLine(line: string, number: number): object {
  const item = parsedJson(line);
  if (isObject(item)) return item;
  throw wrongUse(`Line ${number} is not a JSON object.`);
}

function fromTable(text: string): readonly object[] {
  try {
    const rows = parse<Record<string, string>>(text, { columns: true, skip_empty_lines: true });
    return rows.map(fromRow);
  } catch (error) {
    throw wrongUse(`The CSV file cannot be parsed: ${error instanceof Error ? error.message : ""}`);
  }
}

function fromArray(text: string, path: string): readonly object[] {
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch (error) {
    throw wrongUse(`${path}: ${failureText(error)}`);
  }
  if (!Array.isArray(items)) throw wrongUse(`${path} does not contain a JSON array.`);
  return items as readonly object[];
}

/** Reads items by the file extension: `.csv` with a header, `.json` with an array, otherwise one JSON object per line. */
export async function itemsOfFile(path: string): Promise<readonly object[]> {
  const written = await readFile(path, "utf8").catch(() => {
    throw wrongUse(`The file ${path} does not exist or cannot be read.`);
  });
  const text = written.replace(/^\ufeff/, "");
  switch (extname(path).toLowerCase()) {
    case ".csv":
      return fromTable(text);
    case ".json":
      return fromArray(text, path);
    default: {
      const lines = text.split(/\r?\n/).map((line, index) => [line, index + 1] as const);
      return lines.filter(([line]) => line.trim() !== "").map(([line, number]) => parsedLine(line, number));
    }
  }
}
