import type { LibraryKind } from "../../api/library.ts";
import { WORDS } from "../kinds.ts";
import { ImportRefusal } from "./refusal.ts";

/** How a file holds what is to be imported. */
export type FileKind = "table" | "array" | "lines" | "zip" | "gzip";

const ENDINGS: readonly (readonly [RegExp, FileKind])[] = [
  [/\.(csv|tsv)$/i, "table"],
  [/\.(ndjson|jsonl)$/i, "lines"],
  [/\.json$/i, "array"],
];

/** Known by their first bytes and useless here, with what to do about them. */
const FOREIGN: readonly (readonly [readonly number[], string, string])[] = [
  [[0x25, 0x50, 0x44, 0x46], "a PDF", "Copy its text into a prompt, or into a table with one row for each."],
  [[0xd0, 0xcf, 0x11, 0xe0], "an old spreadsheet or document", "Save it as CSV in UTF-8 first."],
  [[0x37, 0x7a, 0xbc, 0xaf], "a 7-Zip archive", "Pack the folders as .zip or .tar.gz."],
  [[0x52, 0x61, 0x72, 0x21], "a RAR archive", "Pack the folders as .zip or .tar.gz."],
  [[0x89, 0x50, 0x4e, 0x47], "a picture", "Choose a file of text."],
  [[0xff, 0xd8, 0xff], "a picture", "Choose a file of text."],
];

/** How many bytes of its beginning tell what a file is. */
export const HEAD_BYTES = 1024;

const beginsWith = (head: Uint8Array, bytes: readonly number[]) =>
  bytes.every((byte, index) => head[index] === byte);

/** What a file is, by its first bytes and then by its name. Throws ImportRefusal for what cannot be imported. */
export function fileKind(kind: LibraryKind, name: string, head: Uint8Array): FileKind {
  if (head.length === 0) throw new ImportRefusal(`${name} is empty.`, "Choose a file that holds something.");
  const archive = archiveKind(name, head);
  if (archive !== null) return checkedArchive(kind, name, archive);
  for (const [bytes, what, advice] of FOREIGN)
    if (beginsWith(head, bytes)) throw new ImportRefusal(`${name} is ${what}.`, advice);
  if (/\.(zip|gz|tgz)$/i.test(name))
    throw new ImportRefusal(`${name} is called an archive and is none.`, "It may be damaged: pack it again.");
  return checkedText(kind, name, textKind(name, head));
}

function archiveKind(name: string, head: Uint8Array): "zip" | "gzip" | null {
  if (beginsWith(head, [0x1f, 0x8b])) return "gzip";
  if (!beginsWith(head, [0x50, 0x4b])) return null;
  if (/\.(xlsx|ods|numbers)$/i.test(name))
    throw new ImportRefusal(`${name} is a spreadsheet.`, "Save it as CSV in UTF-8 first.");
  if (/\.(docx|odt)$/i.test(name))
    throw new ImportRefusal(
      `${name} is a document.`,
      "Copy its text, or make a table with one row for each prompt.",
    );
  return "zip";
}

function checkedArchive(kind: LibraryKind, name: string, archive: "zip" | "gzip"): FileKind {
  if (kind === "skills") return archive;
  throw new ImportRefusal(
    `${name} is an archive, and ${WORDS[kind].many} do not come in archives.`,
    "Unpack it and choose a file within. Archives hold skills, and are imported there.",
  );
}

function textKind(name: string, head: Uint8Array): FileKind {
  const named = ENDINGS.find(([ending]) => ending.test(name))?.[1];
  if (named !== undefined) return named;
  const first = new TextDecoder().decode(head).trimStart();
  if (first.startsWith("[")) return "array";
  if (first.startsWith("{")) return "lines";
  throw new ImportRefusal(
    `What ${name} holds cannot be told by its name.`,
    "Give it the ending .csv, .json or .ndjson.",
  );
}

function checkedText(kind: LibraryKind, name: string, found: FileKind): FileKind {
  if (found !== "table" || kind === "prompts") return found;
  throw new ImportRefusal(
    `${name} is a table, and ${WORDS[kind].many} do not fit into one.`,
    kind === "skills"
      ? "Choose an archive with a folder for each skill, or JSON."
      : "Choose JSON, with one object for each template.",
  );
}
