import { collectBody } from "@workspace-agent/archives";
import type { Volume } from "../ports/volume.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { cleanText } from "../runtime/text.ts";
import { isBinary } from "./tools/binary.ts";

/** The file in which a workspace, or a folder of it, tells agents how to work there. */
export const GUIDE_FILE = "AGENTS.md";
export const MAX_GUIDE_BYTES = 32_768;

/** Its text, cut to 32 KiB; null where there is no such file, only a link, or no text. `path` is relative to the volume. */
export async function readGuide(volume: Volume, path: string): Promise<string | null> {
  try {
    const entry = await volume.stat(path);
    if (entry?.type !== "file" || entry.size === 0) return null;
    const { body } = await volume.read(path, { start: 0, end: MAX_GUIDE_BYTES - 1 });
    const bytes = await collectBody(body, () => {});
    if (isBinary(bytes)) return null;
    const isCut = entry.size > MAX_GUIDE_BYTES;
    // What the cut leaves of a character at the end is left out.
    const text = cleanText(new TextDecoder().decode(bytes, { stream: isCut })).trim();
    if (text === "") return null;
    return isCut ? `${text}\n[cut: the file has ${entry.size} bytes]` : text;
  } catch (error) {
    // One that cannot be read (an agent may take the right to from itself) must not end turns.
    if (DomainError.isInstance(error)) return null;
    throw error;
  }
}

/** A guide as the model is shown it: in an element that its text cannot end. */
export function guideElement(path: string, text: string): string {
  const name = path.replace(/[&<>"\n]/g, "_");
  return `<workspace_guide path="${name}">\n${text.replaceAll(/<(\/?workspace_guide)/gi, "&lt;$1")}\n</workspace_guide>`;
}
