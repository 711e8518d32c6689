/** A text that is being edited, and the version of the file that it began with. */
export interface FileDraft {
  readonly text: string;
  readonly base: { readonly text: string; readonly etag: string | null };
}

export const isDirty = ({ text, base }: FileDraft) => text !== base.text;

/**
 * What is to be done when the file has version `latest` (null: it is gone; undefined: not known yet). What nobody has edited follows the
 * file; edits are never touched: their author is told, and chooses.
 */
export function afterLook(
  draft: FileDraft,
  latest: string | null | undefined,
): "nothing" | "reload" | "tell" {
  if (latest === undefined || latest === draft.base.etag) return "nothing";
  return isDirty(draft) ? "tell" : "reload";
}

/** The file as somebody else has left it; null: it is gone. */
export type Theirs = { readonly text: string | null; readonly etag: string | null } | null;

export type Choice = "theirs" | "mine" | "copy";

export interface Write {
  readonly text: string;
  /** Null: nothing may be there. */
  readonly ifMatch: string | null;
  readonly isCopy: boolean;
}

/**
 * What a choice writes: never over a version that its author has not seen, so that a third change is refused again. Null: nothing is
 * written, and the editor takes what is there.
 */
export function writeFor(choice: Choice, draft: FileDraft, theirs: Theirs): Write | null {
  if (choice === "theirs") return null;
  if (choice === "copy") return { text: draft.text, ifMatch: null, isCopy: true };
  return { text: draft.text, ifMatch: theirs?.etag ?? null, isCopy: false };
}
