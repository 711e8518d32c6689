import type { SentImage } from "../../../api/sessions.ts";
import { describeBytes } from "../../../ui/describe-bytes.ts";

/** What a message takes (see "Images" of the agent's page). */
const MAX_IMAGES = 20;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** All images of a message, so that they fit its body in base64. */
const MAX_ALL_BYTES = 11 * 1024 * 1024;
const TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export interface DraftImage {
  readonly name: string;
  readonly size: number;
  readonly image: SentImage;
}

interface FileLike {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Why a file cannot be added to the images of a message; null: it can. */
export function refusalOf(file: FileLike, before: readonly { readonly size: number }[]): string | null {
  if (!TYPES.includes(file.type)) return `${file.name} is no PNG, JPEG, GIF or WebP image.`;
  if (file.size > MAX_IMAGE_BYTES)
    return `${file.name} is ${describeBytes(file.size)}: an image has at most ${describeBytes(MAX_IMAGE_BYTES)}.`;
  if (before.length >= MAX_IMAGES) return `A message has at most ${MAX_IMAGES} images.`;
  const all = before.reduce((sum, { size }) => sum + size, file.size);
  if (all > MAX_ALL_BYTES)
    return `The images of a message have at most ${describeBytes(MAX_ALL_BYTES)} together.`;
  return null;
}

export async function readImage(file: File): Promise<DraftImage> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return {
    name: file.name,
    size: file.size,
    image: { data: btoa(binary), media_type: file.type as SentImage["media_type"] },
  };
}
