import type { DirectoryListing, FileEntry } from "@workspace-agent/client";
import { cleanLine } from "./clean-text.ts";
import type { JsonFlag } from "./command-options.ts";
import type { Context } from "./context.ts";
import { printList } from "./print.ts";

const COLUMNS = {
  head: ["type", "size", "changed", "path"],
  row: ({ type, size, mtime, path }: FileEntry) => [type, String(size), mtime, cleanLine(path, Infinity)],
};

/** Writes the entries of a folder, and says if there are more. */
export async function printListing(
  context: Context,
  found: DirectoryListing,
  flags: JsonFlag,
): Promise<void> {
  await printList(context, found.entries, COLUMNS, flags);
  if (found.truncated) context.output.note("More entries exist than are shown.\n");
}
