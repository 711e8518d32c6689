import { textOf } from "./file-text.ts";
import type { ObjectReader } from "./read-objects.ts";
import type { TreeFile } from "./tree.ts";

/** The text of a small file of a snapshot; null where it is none. */
export async function textOfFile(reader: ObjectReader, { content }: TreeFile): Promise<string | null> {
  if (content === null || "chunks" in content || content.range === null) return null;
  const { sha256, range } = content;
  const [bytes] = await reader.packed([{ sha256, range }]);
  return bytes === undefined ? null : textOf(bytes);
}
