import { applyPatch, parsePatch as parse, reversePatch, type StructuredPatch } from "diff";

/** The hunks of a file as two texts, with the number of each line; null is a gap between two hunks. */
export interface PatchedFile {
  readonly before: string;
  readonly after: string;
  readonly lineNumbers: {
    readonly before: readonly (number | null)[];
    readonly after: readonly (number | null)[];
  };
  /** Such as `100644 → 100755`; null if it did not change. */
  readonly mode: string | null;
  /** The modes and the ids of both contents, as the patch names them. Differs from that of any other change of the file. */
  readonly version: string;
  /** Null where there are two: a file became a link. */
  readonly patch: StructuredPatch | null;
}

/** The files of a patch by path, and its comments about files that are not in it. */
export function parsePatch(patch: string): {
  readonly files: ReadonlyMap<string, PatchedFile>;
  readonly comments: readonly string[];
} {
  const lines = patch.split("\n");
  const comments = lines.filter((line) => line.startsWith("#")).map((line) => line.replace(/^#\s*/, ""));
  const files = new Map<string, PatchedFile>();
  if (patch === "") return { files, comments };
  const versions = versionsIn(lines);
  for (const [index, each] of parse(lines.filter((line) => !line.startsWith("#")).join("\n")).entries()) {
    const path = pathOf(each);
    const earlier = files.get(path);
    const file = textsOf(each, versions[index] ?? "");
    files.set(path, earlier === undefined ? file : joined(earlier, file));
  }
  return { files, comments };
}

/** The lines above the hunks of each file that say what changed: its mode, and the content of which id. */
function versionsIn(lines: readonly string[]): readonly string[] {
  const versions: string[] = [];
  for (const line of lines) {
    // A line of a hunk begins with another character.
    if (line.startsWith("diff --git ")) versions.push("");
    else if (/^(?:index |(?:old|new|new file|deleted file) mode )/.test(line))
      versions.push(`${versions.pop() ?? ""}${line}\n`);
  }
  return versions;
}

function pathOf({ oldFileName = "", newFileName = "" }: StructuredPatch): string {
  return (newFileName === "/dev/null" ? oldFileName : newFileName).slice("b/".length);
}

function textsOf(patch: StructuredPatch, version: string): PatchedFile {
  const { hunks, oldMode, newMode, isCreate, isDelete } = patch;
  const [before, after] = [sideOf(hunks, "oldStart", "+"), sideOf(hunks, "newStart", "-")];
  const hasMode = oldMode !== undefined && newMode !== undefined && isCreate !== true && isDelete !== true;
  return {
    before: before.lines.join("\n"),
    after: after.lines.join("\n"),
    lineNumbers: { before: before.numbers, after: after.numbers },
    mode: hasMode ? `${oldMode} → ${newMode}` : null,
    version,
    patch,
  };
}

/** The lines of one side, which are those without the other side's sign. */
function sideOf(hunks: StructuredPatch["hunks"], start: "oldStart" | "newStart", otherSign: "+" | "-") {
  const lines: string[] = [];
  const numbers: (number | null)[] = [];
  for (const hunk of hunks) {
    if (lines.length > 0) {
      lines.push("");
      numbers.push(null);
    }
    let number = hunk[start];
    for (const line of hunk.lines) {
      if (line.startsWith(otherSign) || line.startsWith("\\")) continue;
      lines.push(line.slice(1));
      numbers.push(number++);
    }
  }
  return { lines, numbers };
}

/** A file that became a link has two patches: it is deleted and created. */
function joined(deleted: PatchedFile, created: PatchedFile): PatchedFile {
  return {
    before: deleted.before,
    after: created.after,
    lineNumbers: { before: deleted.lineNumbers.before, after: created.lineNumbers.after },
    mode: null,
    version: deleted.version + created.version,
    patch: null,
  };
}

/** A text as it was before a patch. Null where the lines that the patch changed have changed since. */
export function textBefore(text: string, patch: StructuredPatch): string | null {
  const before = applyPatch(text, reversePatch(patch), { autoConvertLineEndings: false });
  return before === false ? null : before;
}
