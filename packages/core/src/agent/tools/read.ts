import * as v from "valibot";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { imageTypeOf, MAX_IMAGE_BYTES, type ImageType } from "../../domain/images/image-type.ts";
import { isBinary } from "../../files/binary.ts";
import { MAX_LINES, shownLines } from "../../files/shown-lines.ts";
import { resolvePath, type FoundFile } from "../agent-files.ts";
import { pathForms } from "../../domain/workspaces/permissions.ts";
import { tool } from "../make-tool.ts";
import { failure, type ToolContext, type ToolOutcome } from "../tool.ts";
import { fileFailure } from "./file-failure.ts";
import { redactorOf } from "./redactor-of.ts";
import { FilePathSchema, MAX_FILE_BYTES, touched } from "./touched-file.ts";

/** An image, for a model that accepts images. */
async function showImage(
  bytes: Uint8Array,
  media_type: ImageType,
  { keepImage }: ToolContext,
): Promise<ToolOutcome> {
  const what = `[an image: ${media_type}, ${bytes.length} bytes`;
  if (keepImage === undefined) return { output: `${what}; this model does not accept images]` };
  if (bytes.length > MAX_IMAGE_BYTES)
    return failure(`${what}; images above ${MAX_IMAGE_BYTES} bytes cannot be shown: make it smaller first]`);
  return { output: `${what}]`, images: [{ media_type, blob: await keepImage(bytes) }] };
}

export const readTool = tool({
  name: "read",
  description:
    "Reads a text file and returns its lines, each after its number and a tab. At most 2,000 lines or 50 KiB per call: read longer files in parts with `offset` and `limit`. Shows an image (PNG, JPEG, GIF, WebP) if the model accepts images.",
  isReadOnly: true,
  parameters: v.strictObject({
    path: FilePathSchema,
    offset: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.description("The first line, from 1.")),
    ),
    limit: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LINES), v.description("How many lines.")),
    ),
  }),
  subjects: ({ path }, workingDirectory) => ({ names: pathForms(resolvePath(path, workingDirectory)) }),
  async run({ path, offset = 1, limit = MAX_LINES }, context): Promise<ToolOutcome> {
    const absolute = resolvePath(path, context.workingDirectory);
    let found: FoundFile;
    try {
      found = await context.files.read(absolute, MAX_FILE_BYTES, context.signal);
    } catch (error) {
      if (DomainError.isInstance(error) && error.code === "payload_too_large")
        return failure(`${absolute}: ${error.detail} Use bash with head, tail or sed.`);
      return fileFailure(absolute, error);
    }
    if (found.type === "nothing") return failure(`${absolute}: no such file.`);
    if (found.type === "directory") return failure(`${absolute}: a directory. Use glob, or bash with ls.`);
    const { bytes } = found;
    const asRead = (outcome: ToolOutcome) => touched(outcome, absolute, bytes, context);
    if (bytes.length === 0) return asRead({ output: "[the file is empty]" });
    const image = imageTypeOf(bytes);
    if (image !== null) {
      const shown = await showImage(bytes, image, context);
      return shown.isError === true ? shown : asRead(shown);
    }
    if (isBinary(bytes))
      return failure(`${absolute}: a binary file of ${bytes.length} bytes. Use bash to inspect it.`);
    const { text, shown, total } = shownLines(bytes, { offset, limit, redact: redactorOf(context) });
    if (offset > total) return failure(`${absolute} has ${total} lines; line ${offset} is beyond its end.`);
    const last = offset + shown - 1;
    if (last === total) return asRead({ output: text.trimEnd() });
    return asRead({
      output: `${text}[lines ${offset} to ${last} of ${total}; continue with offset ${last + 1}]`,
      truncated: true,
    });
  },
});
