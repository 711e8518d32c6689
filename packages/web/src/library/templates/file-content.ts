import type { TemplateFile } from "./template-form.ts";

/** A file of the computer as a template holds it: text where it is one. */
export async function fileOf(file: File): Promise<TemplateFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const content = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!content.includes("\0")) return { path: file.name, content };
  } catch {
    // No text: kept as bytes.
  }
  return { path: file.name, content_base64: base64(bytes) };
}

const PIECE = 0x8000;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += PIECE)
    text += String.fromCharCode(...bytes.subarray(from, from + PIECE));
  return btoa(text);
}

/** Bytes. */
export function sizeOf(file: TemplateFile): number {
  if ("content" in file) return new TextEncoder().encode(file.content).length;
  const { content_base64: text } = file;
  return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}
