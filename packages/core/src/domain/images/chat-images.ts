import * as v from "valibot";
import { fromBase64 } from "../../runtime/base64.ts";
import { DomainError } from "../errors/domain-error.ts";
import { BASE64 } from "../wire.ts";
import { sha256OfBytes } from "../../runtime/hash.ts";
import { imageTypeOf, ImageTypeSchema, MAX_IMAGE_BYTES, type ImageType } from "./image-type.ts";

export const MAX_IMAGES = 20;

/** An image of a message. */
export const ChatImageSchema = v.strictObject({
  data: v.pipe(
    v.string(),
    v.minLength(4),
    ...BASE64,
    v.description("The image in base64, at most 5 MiB decoded."),
  ),
  media_type: ImageTypeSchema,
});
type ChatImage = v.InferOutput<typeof ChatImageSchema>;

/** A decoded and checked image. */
export interface CheckedImage {
  readonly media_type: ImageType;
  readonly bytes: Uint8Array;
  /** The SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
}

/** Decodes the images of a message. Throws `invalid_request` with a pointer to each image that is too large or has another type than declared. */
export async function checkImages(images: readonly ChatImage[]): Promise<readonly CheckedImage[]> {
  const errors: { pointer: string; detail: string }[] = [];
  const checked: CheckedImage[] = [];
  for (const [index, { data, media_type }] of images.entries()) {
    const refuse = (member: string, detail: string) =>
      errors.push({ pointer: `#/images/${index}/${member}`, detail });
    if ((data.length / 4) * 3 - 2 > MAX_IMAGE_BYTES) {
      refuse("data", `must not be larger than ${MAX_IMAGE_BYTES} bytes`);
      continue;
    }
    const bytes = fromBase64(data);
    const type = imageTypeOf(bytes);
    if (bytes.length > MAX_IMAGE_BYTES) refuse("data", `must not be larger than ${MAX_IMAGE_BYTES} bytes`);
    else if (type === null) refuse("data", "must be a PNG, JPEG, GIF or WebP image");
    else if (type !== media_type) refuse("media_type", `must be ${type}, the type of the image`);
    else checked.push({ media_type, bytes, hash: await sha256OfBytes(bytes) });
  }
  if (errors.length > 0) throw new DomainError("invalid_request", "An image is not valid.", { errors });
  return checked;
}
