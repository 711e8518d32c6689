import * as v from "valibot";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { resolvePath } from "../agent-files.ts";
import { pathForms } from "../../domain/workspaces/permissions.ts";
import { tool } from "../make-tool.ts";
import { failure, type ToolContext, type ToolOutcome } from "../tool.ts";
import { fileFailure } from "./file-failure.ts";
import {
  CHANGED_SINCE,
  CHANGED_SINCE_ALLOWED,
  FilePathSchema,
  hasChanged,
  isApproved,
  MAX_FILE_BYTES,
  touched,
} from "./touched-file.ts";

/** Why the file may not be replaced, or the etag that it must still have (null: no file; undefined: unknown). */
async function lookBefore(
  path: string,
  context: ToolContext,
): Promise<{ readonly refusal: string } | { readonly etag: string | null | undefined }> {
  let found;
  try {
    found = await context.files.read(path, MAX_FILE_BYTES, context.signal);
  } catch (error) {
    if (DomainError.isInstance(error) && error.code === "payload_too_large")
      return { refusal: "the existing file is too large to read. Move or remove it with bash first." };
    throw error;
  }
  if (!(await isApproved(found, context))) return { refusal: CHANGED_SINCE_ALLOWED };
  if (found.type === "nothing") return { etag: null };
  if (found.type === "directory") return { etag: undefined };
  const { bytes, etag } = found;
  if (bytes.length > 0 && context.known?.hashOf(path) === undefined)
    return {
      refusal: "you have not read the existing file. Read it first, or change a part of it with edit.",
    };
  return (await hasChanged(path, bytes, context)) ? { refusal: CHANGED_SINCE } : { etag };
}

export const writeTool = tool({
  name: "write",
  description:
    "Writes a complete file. Replaces an existing file, which you must have read before, and creates missing folders. To change a part of a file use `edit`.",
  isReadOnly: false,
  parameters: v.strictObject({
    path: FilePathSchema,
    content: v.pipe(v.string(), v.description("The complete content of the file.")),
  }),
  subjects: ({ path }, workingDirectory) => ({ names: pathForms(resolvePath(path, workingDirectory)) }),
  replaces: ({ path }, workingDirectory) => resolvePath(path, workingDirectory),
  async run({ path, content }, context): Promise<ToolOutcome> {
    const absolute = resolvePath(path, context.workingDirectory);
    const bytes = new TextEncoder().encode(content);
    try {
      context.files.checkWritable(absolute);
      const before = await lookBefore(absolute, context);
      if ("refusal" in before) return failure(`${absolute}: ${before.refusal}`);
      await context.files.write(absolute, bytes, before.etag, context.signal);
      return await touched(
        { output: `Wrote ${bytes.length} bytes to ${absolute}.` },
        absolute,
        bytes,
        context,
      );
    } catch (error) {
      return fileFailure(absolute, error);
    }
  },
});
