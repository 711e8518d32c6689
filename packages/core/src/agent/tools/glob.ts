import * as v from "valibot";
import { resolvePath } from "../agent-files.ts";
import { folderForms } from "../../domain/workspaces/permissions.ts";
import { defineTool, failure, type ToolContext, type ToolOutcome } from "../tool.ts";
import { foundPath, NO_ROOT, ripgrep } from "./ripgrep.ts";
import { searchedForms } from "./searched-forms.ts";

const MAX_SHOWN = 100;
/** How many of the found files are looked at for their age. */
const MAX_DATED = 2_000;

async function modifiedAt(path: string, context: ToolContext): Promise<number> {
  return (await context.files.entry(path))?.mtime ?? 0;
}

/** A pattern as ripgrep takes it: from the root. Where it has no slash of its own, one at its start keeps it there. */
function fromRoot(pattern: string, root: string): string {
  if (!pattern.startsWith(`${root}/`)) return pattern.replace(/^(?:\.\/)+/, "");
  const rest = pattern.slice(root.length + 1);
  return rest.includes("/") ? rest : `/${rest}`;
}

export const globTool = defineTool({
  name: "glob",
  description:
    "Finds files by a pattern of their paths, such as `**/*.ts`, newest first, at most 100. A pattern with a slash is taken from `path`, one without finds names at any depth. Hidden files are found; inside a git repository what .gitignore names is not.",
  isReadOnly: true,
  parameters: v.strictObject({
    pattern: v.pipe(
      v.string(),
      v.minLength(1),
      v.regex(/^[^!]/, "must not begin with !"),
      v.description("`*`, `**`, `?`, `[…]` and `{a,b}` are special."),
    ),
    path: v.optional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.description("The folder to look in. Default: the working directory."),
      ),
    ),
  }),
  subjects({ pattern, path = "." }, workingDirectory) {
    const root = resolvePath(path, workingDirectory);
    return { names: folderForms(root), details: searchedForms(root, pattern) };
  },
  async run({ pattern, path = "." }, context): Promise<ToolOutcome> {
    const root = resolvePath(path, context.workingDirectory);
    const glob = fromRoot(pattern, root);
    const words = ["--files", "--null", "--hidden", "-g", glob, "-g", "!.git"];
    let output = "";
    const found = await ripgrep(words, root, context, { add: (text) => void (output += text) });
    if (found.exitCode === 127)
      return failure("ripgrep is not installed in this sandbox. Use bash with find.");
    if (found.exitCode === NO_ROOT) return failure(`${root}: no such folder.`);
    const names = output.split("\0");
    // What comes after the last NUL was cut.
    const paths = names.slice(0, -1).map((path) => foundPath(path, root));
    const { incomplete } = found;
    if (incomplete !== null && paths.length === 0) return failure(incomplete);
    if (found.exitCode > 1 && paths.length === 0)
      return failure(found.error || `ripgrep ended with exit code ${found.exitCode}.`);
    if (paths.length === 0) return { output: `No file under ${root} matches ${pattern}.` };
    const dated = await Promise.all(
      paths.slice(0, MAX_DATED).map(async (file) => ({ file, at: await modifiedAt(file, context) })),
    );
    const newest = dated.sort((a, b) => b.at - a.at || (a.file < b.file ? -1 : 1)).slice(0, MAX_SHOWN);
    const rest = paths.length - newest.length;
    return {
      output:
        newest.map(({ file }) => file).join("\n") +
        (rest > 0 ? `\n[${incomplete === null ? "" : "at least "}${rest} more]` : "") +
        (incomplete === null ? "" : `\n${incomplete}`),
      truncated: rest > 0 || incomplete !== null,
    };
  },
});
