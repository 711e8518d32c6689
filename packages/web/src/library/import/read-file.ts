import type { LibraryKind } from "../../api/library.ts";
import { fileKind, HEAD_BYTES } from "./file-kind.ts";
import { ImportRefusal } from "./refusal.ts";
import type { Table } from "./table.ts";

/** What was found in a file. */
export type Source = { readonly fileName: string } & (
  | { readonly form: "table"; readonly table: Table }
  /** One item of JSON each. */
  | { readonly form: "lines"; readonly lines: readonly string[] }
  | {
      readonly form: "archive";
      readonly archive: Blob;
      readonly type: "application/zip" | "application/gzip";
    }
);

/** A page that holds more would grow too large; the command takes files of any length. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Reads a file that somebody chose. Throws ImportRefusal. */
export async function readFile(kind: LibraryKind, file: File): Promise<Source> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const { name: fileName } = file;
  const found = fileKind(kind, fileName, head);
  switch (found) {
    case "zip":
    case "gzip":
      return { fileName, form: "archive", archive: file, type: `application/${found}` };
    case "table": {
      // Loaded when it is needed: the parser is large.
      const { readTable } = await import("./table.ts");
      return { fileName, form: "table", table: readTable(await textOf(file)) };
    }
    case "array":
      return { fileName, form: "lines", lines: itemsOfArray(await textOf(file)) };
    case "lines":
      return { fileName, form: "lines", lines: itemsOfLines(await textOf(file)) };
  }
}

async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES)
    throw new ImportRefusal(
      `${file.name} is larger than 256 MiB.`,
      "Cut it into parts, or load it with the command workspace-agent load.",
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new ImportRefusal(`${file.name} is no text in UTF-8.`, "Save it in UTF-8, and choose it again.");
  }
}

/** The items of a JSON array, each as a line. */
export function itemsOfArray(text: string): readonly string[] {
  const items = parsed(text);
  if (!Array.isArray(items))
    throw new ImportRefusal("The file holds no list.", "Put the objects in brackets: [ {…}, {…} ].");
  if (items.length === 0)
    throw new ImportRefusal("The list is empty.", "Choose a file that holds something.");
  return items.map((item: unknown) => JSON.stringify(item));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new ImportRefusal(
      `The file is no JSON: ${reason}`,
      "One object a line is NDJSON: call it .ndjson.",
    );
  }
}

/** The lines that hold something; what is wrong with one is told of that one. */
export function itemsOfLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0)
    throw new ImportRefusal("The file is empty.", "Choose a file that holds something.");
  return lines;
}
