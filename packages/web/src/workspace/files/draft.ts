/** A text that is edited, and the version of the file that it is based on. */
export interface FileDraft {
  readonly text: string;
  readonly base: { readonly text: string; readonly etag: string | null };
}

export const unedited = (base: FileDraft["base"]): FileDraft => ({ text: base.text, base });

export const isDirty = ({ text, base }: FileDraft) => text !== base.text;

/**
 * What to do when the file has version `latest`, null if it was deleted or undefined if it is unknown. A draft without edits follows the
 * file; edits are never replaced.
 */
export function syncAction(draft: FileDraft, latest: string | null | undefined): "none" | "reload" | "warn" {
  if (latest === undefined || latest === draft.base.etag) return "none";
  return isDirty(draft) ? "warn" : "reload";
}

/** The draft when the file has version `latest`. Edits are kept unless they are what it has. */
export const follow = (draft: FileDraft, latest: FileDraft["base"]): FileDraft =>
  isDirty(draft) && draft.text !== latest.text ? draft : unedited(latest);

/** The current version of the file; null if it was deleted. */
export type Theirs = { readonly text: string | null; readonly etag: string | null } | null;

export type Choice = "theirs" | "mine" | "copy";

interface Write {
  readonly text: string;
  /** Null creates the file and fails if it exists. */
  readonly ifMatch: string | null;
  readonly isCopy: boolean;
}

/** The write for a choice, null to discard the edits. It replaces only the version that the user has seen. */
export function writeFor(choice: Choice, draft: FileDraft, theirs: Theirs): Write | null {
  if (choice === "theirs") return null;
  if (choice === "copy") return { text: draft.text, ifMatch: null, isCopy: true };
  return { text: draft.text, ifMatch: theirs?.etag ?? null, isCopy: false };
}
