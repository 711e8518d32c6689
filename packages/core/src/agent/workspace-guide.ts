import { collectBody } from "@workspace-agent/archives";
import type { Volume } from "../ports/volume.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { cleanText } from "../runtime/text.ts";
import { isBinary } from "../files/binary.ts";

/** The file with instructions for agents, in the root of a workspace or in a folder. */
export const GUIDE_FILE = "AGENTS.md";
export const MAX_GUIDE_BYTES = 32_768;

/** The text of a guide, cut to 32 KiB. Null if there is no such file, a link, or no text. `path` is relative to the volume. */
export async function readGuide(volume: Volume, path: string): Promise<string | null> {
  try {
    const entry = await volume.stat(path);
    if (entry?.type !== "file" || entry.size === 0) return null;
    const { body } = await volume.read(path, { start: 0, end: MAX_GUIDE_BYTES - 1 });
    const bytes = await collectBody(body, () => {});
    if (isBinary(bytes)) return null;
    const isCut = entry.size > MAX_GUIDE_BYTES;
    // `stream` drops a character that the cut split.
    const text = cleanText(new TextDecoder().decode(bytes, { stream: isCut })).trim();
    if (text === "") return null;
    return isCut ? `${text}\n[cut: the file has ${entry.size} bytes]` : text;
  } catch (error) {
    // An unreadable guide must not end turns. An agent can remove its own permission to read it.
    if (DomainError.isInstance(error)) return null;
    throw error;
  }
}

/** A guide for the model, in an element that its text cannot end. */
export function guideElement(path: string, text: string): string {
  const name = path.replace(/[&<>"\n]/g, "_");
  return `<workspace_guide path="${name}">\n${text.replaceAll(/<(\/?workspace_guide)/gi, "&lt;$1")}\n</workspace_guide>`;
}
