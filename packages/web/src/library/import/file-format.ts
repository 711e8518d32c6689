import type { LibraryKind } from "../../api/library.ts";
import { ImportRefusal } from "./refusal.ts";

type FileFormat = "table" | "array" | "lines" | "zip" | "gzip";

interface Formats {
  readonly allowed: readonly FileFormat[];
  /** For `<input accept>`. */
  readonly accept: string;
  readonly description: string;
}

export const FORMATS: Readonly<Record<LibraryKind, Formats>> = {
  prompts: {
    allowed: ["table", "array", "lines"],
    accept: ".csv,.tsv,.json,.ndjson,.jsonl",
    description: "A CSV table with columns for name and content, a JSON array, or NDJSON",
  },
  templates: {
    allowed: ["array", "lines"],
    accept: ".json,.ndjson,.jsonl",
    description: "A JSON array of templates, or NDJSON with one template per line",
  },
  skills: {
    allowed: ["zip", "gzip", "array", "lines"],
    accept: ".zip,.tar.gz,.tgz,.gz,.json,.ndjson,.jsonl",
    description: "A .zip or .tar.gz archive with one folder per skill, a JSON array, or NDJSON",
  },
};

const EXTENSIONS: readonly (readonly [RegExp, FileFormat])[] = [
  [/\.(csv|tsv)$/i, "table"],
  [/\.(ndjson|jsonl)$/i, "lines"],
  [/\.json$/i, "array"],
];

/** The number of bytes at the start of a file that identify its format. */
export const HEAD_BYTES = 1024;

const startsWith = (head: Uint8Array, ...bytes: readonly number[]) =>
  bytes.every((byte, index) => head[index] === byte);

/** The format of a file by its first bytes and its name. Throws `ImportRefusal` for a file that cannot be imported. */
export function fileFormat(kind: LibraryKind, name: string, head: Uint8Array): FileFormat {
  if (head.length === 0) throw new ImportRefusal(`${name} is empty.`, "Choose another file.");
  if (/\.(xlsx?|ods|numbers)$/i.test(name))
    throw new ImportRefusal(`${name} is a spreadsheet.`, "Save it as CSV in UTF-8 first.");
  const format = detect(name, head);
  const { allowed, description } = FORMATS[kind];
  if (format !== null && allowed.includes(format)) return format;
  throw new ImportRefusal(`${name} cannot be imported into ${kind}.`, `Supported formats: ${description}.`);
}

function detect(name: string, head: Uint8Array): FileFormat | null {
  if (startsWith(head, 0x1f, 0x8b)) return "gzip";
  if (startsWith(head, 0x50, 0x4b)) return "zip";
  const named = EXTENSIONS.find(([extension]) => extension.test(name))?.[1];
  if (named !== undefined) return named;
  const first = new TextDecoder().decode(head).trimStart();
  if (first.startsWith("[")) return "array";
  return first.startsWith("{") ? "lines" : null;
}
