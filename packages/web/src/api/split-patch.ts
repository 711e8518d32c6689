import { parsePatch, type StructuredPatch } from "diff";

interface SplitPatch {
  /** A file that became a link is there twice. */
  readonly files: readonly StructuredPatch[];
  /** About files that are not in the patch. */
  readonly comments: readonly string[];
}

/** The parts of a patch as the server writes them. */
export function splitPatch(patch: string): SplitPatch {
  if (patch === "") return { files: [], comments: [] };
  const lines = patch.split("\n");
  const isComment = (line: string) => line.startsWith("#");
  return {
    files: parsePatch(lines.filter((line) => !isComment(line)).join("\n")),
    comments: lines.filter(isComment).map((line) => line.replace(/^#\s*/, "")),
  };
}

export function pathOf({ oldFileName = "", newFileName = "" }: StructuredPatch): string {
  return (newFileName === "/dev/null" ? oldFileName : newFileName).slice("b/".length);
}

/** How many files and lines changed. */
export interface ChangeTotals {
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

export function totalsOfPatch(patch: string): ChangeTotals {
  const { files, comments } = splitPatch(patch);
  const lines = files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines));
  return {
    files: new Set(files.map(pathOf)).size + comments.length,
    additions: lines.filter((line) => line.startsWith("+")).length,
    deletions: lines.filter((line) => line.startsWith("-")).length,
  };
}
