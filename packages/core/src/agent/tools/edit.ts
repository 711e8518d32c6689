import * as v from "valibot";
import { resolvePath } from "../agent-files.ts";
import { utf8Text } from "../../runtime/utf8.ts";
import { pathForms } from "../../domain/workspaces/permissions.ts";
import { tool } from "../make-tool.ts";
import { failure, type ToolOutcome } from "../tool.ts";
import { isBinary } from "../../files/binary.ts";
import { fileFailure } from "./file-failure.ts";
import { replaceText, listLines } from "./replace-text.ts";
import { nonEmptyText } from "./text-argument.ts";
import {
  CHANGED_SINCE,
  CHANGED_SINCE_ALLOWED,
  FilePathSchema,
  hasChanged,
  isApproved,
  MAX_FILE_BYTES,
  touched,
} from "./touched-file.ts";

/** Whether bytes start with a byte order mark of UTF-16. */
const isUtf16 = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

export const editTool = tool({
  name: "edit",
  description: [
    "Replaces a piece of text in a file. `old_text` must occur exactly once unless `replace_all` is set: give enough lines around it.",
    "It is matched exactly; if that fails, differences in space at line ends and in look-alikes of quotes, dashes and spaces are ignored. Line endings stay as they are in the file, and lines that you do not change keep every byte.",
    "Read a file again first if it has changed since you last read it.",
  ].join(" "),
  isReadOnly: false,
  parameters: v.strictObject({
    path: FilePathSchema,
    old_text: nonEmptyText("The text to replace, without line numbers."),
    new_text: v.pipe(v.string(), v.description("The replacement.")),
    replace_all: v.optional(v.pipe(v.boolean(), v.description("Replace every occurrence. Default false."))),
  }),
  subjects: ({ path }, workingDirectory) => ({ names: pathForms(resolvePath(path, workingDirectory)) }),
  replaces: ({ path }, workingDirectory) => resolvePath(path, workingDirectory),
  async run({ path, old_text, new_text, replace_all = false }, context): Promise<ToolOutcome> {
    const absolute = resolvePath(path, context.workingDirectory);
    try {
      context.files.checkWritable(absolute);
      const found = await context.files.read(absolute, MAX_FILE_BYTES, context.signal);
      if (!(await isApproved(found, context))) return failure(`${absolute}: ${CHANGED_SINCE_ALLOWED}`);
      if (found.type === "directory") return failure(`${absolute}: a directory.`);
      if (found.type === "nothing") return failure(`${absolute}: no such file. Use write to create it.`);
      const { bytes, etag } = found;
      if (isUtf16(bytes)) return failure(`${absolute}: UTF-16 cannot be edited. Use bash with iconv.`);
      if (isBinary(bytes)) return failure(`${absolute}: a binary file cannot be edited.`);
      if (await hasChanged(absolute, bytes, context)) return failure(`${absolute}: ${CHANGED_SINCE}`);
      const text = utf8Text(bytes);
      if (text === null) return failure(`${absolute}: the file is not UTF-8 and cannot be edited.`);
      const edited = replaceText(text, { oldText: old_text, newText: new_text, replaceAll: replace_all });
      if (!edited.ok) return failure(`${absolute}: ${edited.reason}`);
      const after = new TextEncoder().encode(edited.text);
      await context.files.write(absolute, after, etag, context.signal);
      const output = `Replaced ${edited.count} occurrence${edited.count === 1 ? "" : "s"} in ${absolute} (line ${listLines(edited.lines)}).`;
      return await touched({ output }, absolute, after, context);
    } catch (error) {
      return fileFailure(absolute, error);
    }
  },
});
