import * as v from "valibot";
import { resolvePath } from "../agent-files.ts";
import { pathForms } from "../permissions.ts";
import { defineTool, type ToolOutcome } from "../tool.ts";
import { fileFailure } from "./file-failure.ts";

export const writeTool = defineTool({
  name: "write",
  description:
    "Writes a whole file, replacing what was there and making its folders. To change a part of a file use `edit`.",
  isReadOnly: false,
  parameters: v.strictObject({
    path: v.pipe(
      v.string(),
      v.minLength(1),
      v.description("Absolute, or relative to the working directory."),
    ),
    content: v.pipe(v.string(), v.description("The whole content of the file.")),
  }),
  subjects: ({ path }, workingDirectory) => ({ names: pathForms(resolvePath(path, workingDirectory)) }),
  async run({ path, content }, context): Promise<ToolOutcome> {
    const absolute = resolvePath(path, context.workingDirectory);
    const bytes = new TextEncoder().encode(content);
    try {
      await context.files.write(absolute, bytes);
    } catch (error) {
      return fileFailure(absolute, error);
    }
    return { output: `Wrote ${bytes.length} bytes to ${absolute}.` };
  },
});
