import { sha256OfBytes } from "../../runtime/hash.ts";
import { folderGuides } from "../folder-guides.ts";
import type { FoundFile } from "../agent-files.ts";
import type { ToolContext, ToolOutcome } from "../tool.ts";
import { nonEmptyText } from "./text-argument.ts";

/** The `path` argument of tools that work on one file. */
export const FilePathSchema = nonEmptyText("Absolute, or relative to the working directory.");

/** The largest file that tools read or change, in bytes. */
export const MAX_FILE_BYTES = 16_777_216;

/** Sent to the model if a file changed since the session last saw it. */
export const CHANGED_SINCE =
  "the file has changed since you last read or wrote it. Read it again, then change its current content.";

/** Sent to the model if a file changed between a person's approval and the call. */
export const CHANGED_SINCE_ALLOWED =
  "the file has changed since a person allowed this call, so it was not run. Read the file, then make the call again. It needs a new approval.";

/** Whether the file is still what a person allowed the call to replace. */
export async function isApproved(found: FoundFile, { approvedContent }: ToolContext): Promise<boolean> {
  if (approvedContent === undefined) return true;
  return (found.type === "file" ? await sha256OfBytes(found.bytes) : null) === approvedContent;
}

/** Adds the state of the file and the guides of its folders to an outcome. */
export async function touched(
  outcome: ToolOutcome,
  path: string,
  bytes: Uint8Array,
  context: ToolContext,
): Promise<ToolOutcome> {
  const [sha256, appendix] = await Promise.all([sha256OfBytes(bytes), folderGuides(path, context)]);
  return { ...outcome, file: { path, sha256 }, ...(appendix !== undefined && { appendix }) };
}

/** Whether a file differs from what the session last saw. False for a file that it never saw. */
export async function hasChanged(path: string, bytes: Uint8Array, { known }: ToolContext): Promise<boolean> {
  const before = known?.hashOf(path);
  return before !== undefined && before !== (await sha256OfBytes(bytes));
}
