import type { LibraryKind } from "../../api/library.ts";
import { fileFormat, HEAD_BYTES } from "./file-format.ts";
import { ImportRefusal } from "./refusal.ts";
import type { Table } from "./table.ts";

export type Source = { readonly fileName: string } & (
  | { readonly form: "table"; readonly table: Table }
  /** One JSON item per line. */
  | { readonly form: "lines"; readonly lines: readonly string[] }
  | {
      readonly form: "archive";
      readonly archive: Blob;
      readonly type: "application/zip" | "application/gzip";
    }
);

/** The page holds the file in memory; the command line streams larger files. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Throws `ImportRefusal`. */
export async function readFile(kind: LibraryKind, file: File): Promise<Source> {
  try {
    return await sourceOf(kind, file);
  } catch (error) {
    if (ImportRefusal.isInstance(error)) throw error;
    throw new ImportRefusal(`${file.name} cannot be read.`, "Choose the file again.");
  }
}

async function sourceOf(kind: LibraryKind, file: File): Promise<Source> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const { name: fileName } = file;
  const format = fileFormat(kind, fileName, head);
  switch (format) {
    case "zip":
    case "gzip":
      return { fileName, form: "archive", archive: file, type: `application/${format}` };
    case "table": {
      // The parser is large.
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
  if (file.size > MAX_BYTES)
    throw new ImportRefusal(
      `${file.name} is larger than 256 MiB.`,
      "Split it, or load it with the command `workspace-agent load`.",
    );
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ImportRefusal(`${file.name} is not UTF-8 text.`, "Save it in UTF-8, and try again.");
  }
}

function itemsOfArray(text: string): readonly string[] {
  const items = parsed(text);
  if (!Array.isArray(items))
    throw new ImportRefusal("The file is not a JSON array.", "Put the objects in brackets: [ {…}, {…} ].");
  if (items.length === 0) throw new ImportRefusal("The array is empty.", "Choose another file.");
  return items.map((item: unknown) => JSON.stringify(item));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new ImportRefusal(
      `The file is not valid JSON: ${reason}`,
      "A file with one object per line needs the extension .ndjson.",
    );
  }
}

/** The lines that are not blank. The server reports invalid ones. */
function itemsOfLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new ImportRefusal("The file is empty.", "Choose another file.");
  return lines;
}
