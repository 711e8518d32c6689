import { pathOfHeader } from "./patch-path.ts";

/** The pieces of a file that a patch shows, as two texts, with the number of each of their lines; null: a gap. */
export interface PatchedFile {
  readonly before: string;
  readonly after: string;
  readonly lineNumbers: {
    readonly before: readonly (number | null)[];
    readonly after: readonly (number | null)[];
  };
  /** Such as `100644 → 100755`; null: the same. */
  readonly mode: string | null;
}

class Side {
  readonly lines: string[] = [];
  readonly numbers: (number | null)[] = [];
  private next = 1;

  startAt(line: number): void {
    if (this.lines.length > 0) {
      this.lines.push("");
      this.numbers.push(null);
    }
    this.next = line;
  }

  add(line: string): void {
    this.lines.push(line);
    this.numbers.push(this.next);
    this.next += 1;
  }
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

function parseFile(lines: readonly string[]): PatchedFile {
  const [before, after] = [new Side(), new Side()];
  let isWithin = false;
  let oldMode: string | null = null;
  let newMode: string | null = null;
  for (const line of lines) {
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      isWithin = true;
      // Both get the gap, so that the pieces stand beside each other.
      before.startAt(Number(hunk[1]));
      after.startAt(Number(hunk[2]));
    } else if (!isWithin) {
      oldMode = /^old mode (\d+)/.exec(line)?.[1] ?? oldMode;
      newMode = /^new mode (\d+)/.exec(line)?.[1] ?? newMode;
    } else if (line.startsWith("-")) before.add(line.slice(1));
    else if (line.startsWith("+")) after.add(line.slice(1));
    else if (line.startsWith(" ")) {
      before.add(line.slice(1));
      after.add(line.slice(1));
    }
  }
  return {
    before: before.lines.join("\n"),
    after: after.lines.join("\n"),
    lineNumbers: { before: before.numbers, after: after.numbers },
    mode: oldMode !== null && newMode !== null ? `${oldMode} → ${newMode}` : null,
  };
}

/** The files of a patch by their paths, and what the patch says of those that it could not hold. */
export function parsePatch(patch: string): {
  readonly files: ReadonlyMap<string, PatchedFile>;
  readonly remarks: readonly string[];
} {
  const files = new Map<string, PatchedFile>();
  const remarks: string[] = [];
  let path: string | null = null;
  let lines: string[] = [];
  const end = () => {
    // A file that became a link is removed and made again: two patches of one path.
    const earlier = path === null ? undefined : files.get(path);
    if (path !== null)
      files.set(path, earlier === undefined ? parseFile(lines) : joined(earlier, parseFile(lines)));
    lines = [];
  };
  for (const line of patch.split("\n")) {
    if (line.startsWith("diff --git ")) {
      end();
      path = pathOfHeader(line);
    } else if (line.startsWith("#")) remarks.push(line.replace(/^#\s*/, ""));
    else lines.push(line);
  }
  end();
  return { files, remarks };
}

function joined(removed: PatchedFile, made: PatchedFile): PatchedFile {
  return {
    before: removed.before,
    after: made.after,
    lineNumbers: { before: removed.lineNumbers.before, after: made.lineNumbers.after },
    mode: null,
  };
}
