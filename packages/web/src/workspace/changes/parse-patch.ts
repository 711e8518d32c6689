import { applyPatch, reversePatch, type StructuredPatch } from "diff";
import { pathOf, splitPatch } from "../../api/split-patch.ts";

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
  const files = new Map<string, PatchedFile>();
  const { files: parts, comments } = splitPatch(patch);
  const versions = versionsIn(patch);
  for (const [index, part] of parts.entries()) {
    const path = pathOf(part);
    const earlier = files.get(path);
    const file = textsOf(part, versions[index] ?? "");
    files.set(path, earlier === undefined ? file : joined(earlier, file));
  }
  return { files, comments };
}

/** The lines above the hunks of each file that say what changed: its mode, and the content of which id. */
function versionsIn(patch: string): readonly string[] {
  const versions: string[] = [];
  for (const line of patch.split("\n")) {
    // A line of a hunk begins with another character.
    if (line.startsWith("diff --git ")) versions.push("");
    else if (/^(?:index |(?:old|new|new file|deleted file) mode )/.test(line))
      versions.push(`${versions.pop() ?? ""}${line}\n`);
  }
  return versions;
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
