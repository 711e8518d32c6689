import * as v from "valibot";
import { resolvePath } from "../agent-files.ts";
import { folderForms } from "../../domain/workspaces/permissions.ts";
import { tool } from "../make-tool.ts";
import type { ToolOutcome } from "../tool.ts";
import { foundPath, ripgrep, searchOutcome } from "./ripgrep.ts";
import { globFrom, searchedForms } from "./searched-forms.ts";
import { nonEmptyText } from "./text-argument.ts";

const MAX_SHOWN = 100;
/** How many of the found files are sorted by age. */
const MAX_DATED = 2_000;

export const globTool = tool({
  name: "glob",
  description:
    "Finds files whose paths match a pattern such as `**/*.ts`, newest first, at most 100. A pattern with a slash is relative to `path`; one without matches names at any depth. Includes hidden files; excludes what .gitignore names inside a git repository.",
  isReadOnly: true,
  parameters: v.strictObject({
    pattern: v.pipe(
      v.string(),
      v.minLength(1),
      v.regex(/^[^!]/, "must not start with !"),
      v.description("`*`, `**`, `?`, `[…]` and `{a,b}` are special."),
    ),
    path: v.optional(nonEmptyText("The folder to search. Default: the working directory.")),
  }),
  subjects({ pattern, path = "." }, workingDirectory) {
    const root = resolvePath(path, workingDirectory);
    return { names: folderForms(root), details: searchedForms(root, pattern) };
  },
  async run({ pattern, path = "." }, context): Promise<ToolOutcome> {
    const root = resolvePath(path, context.workingDirectory);
    const words = ["--files", "--null", "--hidden", "-g", globFrom(root, pattern), "-g", "!.git"];
    let output = "";
    const found = await ripgrep(words, root, context, { add: (text) => void (output += text) });
    const names = output.split("\0");
    // What follows the last NUL was cut off.
    const paths = names.slice(0, -1).map((path) => foundPath(path, root));
    const dated = await Promise.all(
      paths
        .slice(0, MAX_DATED)
        .map(async (file) => ({ file, at: (await context.files.entry(file))?.mtime ?? 0 })),
    );
    const newest = dated.sort((a, b) => b.at - a.at || (a.file < b.file ? -1 : 1)).slice(0, MAX_SHOWN);
    const rows = newest.map(({ file }) => file);
    const nothing = `No file under ${root} matches ${pattern}.`;
    return searchOutcome(found, rows, paths.length, { nothing, more: "more" });
  },
});
