import * as v from "valibot";

/** The image types that models accept. */
export const ImageTypeSchema = v.picklist(["image/png", "image/jpeg", "image/gif", "image/webp"]);
export type ImageType = v.InferOutput<typeof ImageTypeSchema>;

/** The largest image that providers accept, in bytes. */
export const MAX_IMAGE_BYTES = 5_242_880;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const begins = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte);

const beginsText = (bytes: Uint8Array, text: string, at = 0) =>
  begins(
    bytes,
    Array.from(text, (character) => character.charCodeAt(0)),
    at,
  );

/** The type of an image by its first bytes. Null for any other content. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (begins(bytes, PNG)) return "image/png";
  if (begins(bytes, [0xff, 0xd8, 0xff])) return "image/jpeg";
  if (beginsText(bytes, "GIF87a") || beginsText(bytes, "GIF89a")) return "image/gif";
  if (beginsText(bytes, "RIFF") && beginsText(bytes, "WEBP", 8)) return "image/webp";
  return null;
}
