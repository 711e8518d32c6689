import { binaryHunk } from "./binary-hunk.ts";
import { quotePath } from "./quote-path.ts";

/** One side of a changed file: its text, or bytes that are not compared by line. `content` is null where it is not available. */
export interface PatchSide {
  readonly type: "file" | "symlink";
  readonly executable: boolean;
  /** git's id of the content, SHA-1 in hexadecimal; null where it is not known. */
  readonly id: string | null;
  readonly text: string | null;
  readonly content: Uint8Array<ArrayBuffer> | null;
}

export interface FilePatch {
  /** Empty where a patch cannot hold the change; `reason` says why. */
  readonly text: string;
  readonly reason: string | null;
  readonly additions: number;
  readonly deletions: number;
  readonly isBinary: boolean;
}

const NO_ID = "0".repeat(40);

function modeOf({ type, executable }: Pick<PatchSide, "type" | "executable">): string {
  if (type === "symlink") return "120000";
  return executable ? "100755" : "100644";
}

function header(path: string, before: PatchSide | null, after: PatchSide | null): string {
  const lines = [`diff --git ${quotePath(`a/${path}`)} ${quotePath(`b/${path}`)}`];
  let mode = "";
  if (before === null && after !== null) lines.push(`new file mode ${modeOf(after)}`);
  else if (before !== null && after === null) lines.push(`deleted file mode ${modeOf(before)}`);
  else if (before !== null && after !== null) {
    if (modeOf(before) === modeOf(after)) mode = ` ${modeOf(after)}`;
    else lines.push(`old mode ${modeOf(before)}`, `new mode ${modeOf(after)}`);
  }
  const [old, now] = [before === null ? NO_ID : before.id, after === null ? NO_ID : after.id];
  if (old !== null && now !== null && old !== now) lines.push(`index ${old}..${now}${mode}`);
  return `${lines.join("\n")}\n`;
}

/** The names above the hunks. As git does, a tab ends a name with a space, which could belong to a date. */
function names(path: string, before: PatchSide | null, after: PatchSide | null): string {
  const name = (prefix: string, side: PatchSide | null) => {
    if (side === null) return "/dev/null";
    const quoted = quotePath(prefix + path);
    return quoted.includes(" ") && !quoted.startsWith('"') ? `${quoted}\t` : quoted;
  };
  return `--- ${name("a/", before)}\n+++ ${name("b/", after)}\n`;
}

async function binaryPatch(
  path: string,
  before: PatchSide | null,
  after: PatchSide | null,
): Promise<Pick<FilePatch, "text" | "reason">> {
  const content = after === null ? new Uint8Array() : after.content;
  if (content === null) return { text: "", reason: "it is too large, or cannot be read" };
  if (before !== null && before.id === null) return { text: "", reason: "it was too large" };
  return { text: header(path, before, after) + (await binaryHunk(content)), reason: null };
}

/**
 * The patch from one side to the other, for `git apply`. A link that replaces a file, or a file that replaces a link, is a deletion and an
 * addition. `maxMs` limits how long lines are compared.
 */
export async function filePatch(
  path: string,
  before: PatchSide | null,
  after: PatchSide | null,
  maxMs?: number,
): Promise<FilePatch> {
  if (before !== null && after !== null && before.type !== after.type) {
    const [removed, made] = [await filePatch(path, before, null), await filePatch(path, null, after)];
    const reason = removed.reason ?? made.reason;
    return {
      text: reason === null ? removed.text + made.text : "",
      reason,
      additions: made.additions,
      deletions: removed.deletions,
      isBinary: removed.isBinary || made.isBinary,
    };
  }
  const [old, now] = [before === null ? "" : before.text, after === null ? "" : after.text];
  if (old === null || now === null) {
    if (before?.id != null && before.id === after?.id)
      return { text: header(path, before, after), reason: null, additions: 0, deletions: 0, isBinary: true };
    return { ...(await binaryPatch(path, before, after)), additions: 0, deletions: 0, isBinary: true };
  }
  // It loads its library, which most processes never need.
  const { textHunks } = await import("./text-hunks.ts");
  const hunks = textHunks(old, now, maxMs);
  const text =
    header(path, before, after) + (hunks.text === "" ? "" : names(path, before, after) + hunks.text);
  return { ...hunks, text, reason: null, isBinary: false };
}
