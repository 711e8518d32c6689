import type { SentImage } from "../../../api/sessions.ts";
import { toBase64 } from "../../../ui/base64.ts";
import { describeBytes } from "../../../ui/describe-amounts.ts";

/** The limits of the API. */
const MAX_IMAGES = 20;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** All images together, so that the request body stays within its limit. */
const MAX_TOTAL_BYTES = 11 * 1024 * 1024;

export interface DraftImage {
  readonly name: string;
  readonly size: number;
  readonly image: SentImage;
}

/** Why an image cannot be added to a message, or null. */
export function imageProblem(
  file: Pick<File, "name" | "size">,
  before: readonly Pick<File, "size">[],
): string | null {
  if (file.size > MAX_IMAGE_BYTES) return `${file.name} is larger than ${describeBytes(MAX_IMAGE_BYTES)}.`;
  if (before.length >= MAX_IMAGES) return `A message can have at most ${MAX_IMAGES} images.`;
  const all = before.reduce((sum, { size }) => sum + size, file.size);
  if (all > MAX_TOTAL_BYTES)
    return `The images of a message can have at most ${describeBytes(MAX_TOTAL_BYTES)} in total.`;
  return null;
}

export async function readImage(file: File): Promise<DraftImage> {
  const data = toBase64(new Uint8Array(await file.arrayBuffer()));
  return {
    name: file.name,
    size: file.size,
    image: { data, media_type: file.type as SentImage["media_type"] },
  };
}
