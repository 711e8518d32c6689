import * as v from "valibot";
import { resolvePath } from "../agent-files.ts";
import { pathForms } from "../permissions.ts";
import { defineTool, failure, type ToolOutcome } from "../tool.ts";
import { isBinary } from "./binary.ts";
import { fileFailure } from "./file-failure.ts";
import { replaceText, tellLines } from "./replace-text.ts";

const MAX_FILE_BYTES = 16_777_216;

export const editTool = defineTool({
  name: "edit",
  description: [
    "Replaces a piece of text in a file. `old_text` has to occur exactly once, unless `replace_all`: give enough lines around it.",
    "It is matched exactly, else line by line without regard to space at the ends of lines. Line endings are kept as they are in the file.",
  ].join(" "),
  isReadOnly: false,
  parameters: v.strictObject({
    path: v.pipe(
      v.string(),
      v.minLength(1),
      v.description("Absolute, or relative to the working directory."),
    ),
    old_text: v.pipe(v.string(), v.minLength(1), v.description("The text to replace, without line numbers.")),
    new_text: v.pipe(v.string(), v.description("The text that takes its place.")),
    replace_all: v.optional(v.pipe(v.boolean(), v.description("Replace every occurrence. Default false."))),
  }),
  subjects: ({ path }, workingDirectory) => ({ names: pathForms(resolvePath(path, workingDirectory)) }),
  async run({ path, old_text, new_text, replace_all = false }, context): Promise<ToolOutcome> {
    const absolute = resolvePath(path, context.workingDirectory);
    try {
      const found = await context.files.read(absolute, MAX_FILE_BYTES, context.signal);
      if (found.type !== "file") return failure(`${absolute}: no such file. Use write to make one.`);
      const { bytes } = found;
      if (isBinary(bytes)) return failure(`${absolute}: a binary file cannot be edited.`);
      const text = decode(bytes);
      if (text === null) return failure(`${absolute}: the file is not UTF-8 and cannot be edited.`);
      const edited = replaceText(text, { oldText: old_text, newText: new_text, replaceAll: replace_all });
      if (!edited.ok) return failure(`${absolute}: ${edited.reason}`);
      await context.files.write(absolute, new TextEncoder().encode(edited.text));
      return {
        output: `Replaced ${edited.count} occurrence${edited.count === 1 ? "" : "s"} in ${absolute} (line ${tellLines(edited.lines)}).`,
      };
    } catch (error) {
      return fileFailure(absolute, error);
    }
  },
});

/** The text with its byte order mark, or null when the bytes are not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
