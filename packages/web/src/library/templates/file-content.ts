import { decodeText } from "../../api/read-text.ts";
import { toBase64 } from "../../ui/base64.ts";
import type { TemplateFile } from "./template-form.ts";

/** A local file as a file of a template. */
export async function templateFileOf(file: File): Promise<TemplateFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const content = decodeText(bytes);
  return content === null
    ? { path: file.name, content_base64: toBase64(bytes) }
    : { path: file.name, content };
}

/** The size in bytes. */
export function sizeOf(file: TemplateFile): number {
  if ("content" in file) return new TextEncoder().encode(file.content).length;
  const { content_base64: text } = file;
  return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}
