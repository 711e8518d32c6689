import * as v from "valibot";
import { resolvePath } from "../agent-files.ts";
import { cleanText } from "../text.ts";
import { folderForms } from "../permissions.ts";
import { defineTool, failure, type ToolOutcome } from "../tool.ts";
import { foundPath, INCOMPLETE, NO_ROOT, ripgrep } from "./ripgrep.ts";
import { searchedForms } from "./searched-forms.ts";

const MAX_MATCHES = 200;
const MAX_LINE_CHARACTERS = 500;

/** Text, or base64 where it is not UTF-8. */
const TextSchema = v.union([
  v.pipe(
    v.object({ text: v.string() }),
    v.transform(({ text }) => text),
  ),
  v.pipe(
    v.object({ bytes: v.pipe(v.string(), v.base64()) }),
    v.transform(({ bytes }) =>
      new TextDecoder().decode(Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))),
    ),
  ),
]);

/** The parts of ripgrep's JSON lines that are shown. */
const MatchSchema = v.object({
  type: v.literal("match"),
  data: v.object({ path: TextSchema, lines: TextSchema, line_number: v.nullable(v.number()) }),
});

function toRow(line: string, root: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  const match = v.safeParse(MatchSchema, value);
  if (!match.success) return null;
  const { path, lines, line_number } = match.output.data;
  const text = cleanText(lines).trimEnd();
  const shown =
    text.length > MAX_LINE_CHARACTERS ? `${text.slice(0, MAX_LINE_CHARACTERS)} [… line cut …]` : text;
  return `${foundPath(path, root)}:${line_number ?? 0}:${shown}`;
}

export const grepTool = defineTool({
  name: "grep",
  description:
    "Searches the contents of files with a regular expression (ripgrep's syntax) and gives `path:line:text`, at most 200 matches. Hidden files are searched; inside a git repository what .gitignore names is not.",
  isReadOnly: true,
  parameters: v.strictObject({
    pattern: v.pipe(v.string(), v.minLength(1), v.description("A regular expression.")),
    path: v.optional(
      v.pipe(v.string(), v.minLength(1), v.description("A file or folder. Default: the working directory.")),
    ),
    glob: v.optional(
      v.pipe(
        v.string(),
        v.minLength(1),
        v.description("Only files whose path from `path` matches, such as `*.ts` or `src/*.ts`."),
      ),
    ),
    ignore_case: v.optional(v.boolean()),
  }),
  subjects({ pattern, path = ".", glob }, workingDirectory) {
    const root = resolvePath(path, workingDirectory);
    return { names: folderForms(root), details: [pattern, ...searchedForms(root, glob)] };
  },
  async run({ pattern, path = ".", glob, ignore_case = false }, context): Promise<ToolOutcome> {
    const root = resolvePath(path, context.workingDirectory);
    const words = ["--json", "--hidden", "-g", "!.git"];
    if (glob !== undefined) words.push("-g", glob);
    if (ignore_case) words.push("-i");
    const found = await ripgrep([...words, "-e", pattern], root, context);
    if (found.exitCode === 127)
      return failure("ripgrep is not installed in this sandbox. Use bash with grep.");
    const rows = found.output
      .split("\n")
      .map((line) => toRow(line, root))
      .filter((row) => row !== null);
    if (found.exitCode === NO_ROOT) return failure(`${root}: no such file or folder.`);
    if (found.timedOut && rows.length === 0) return failure(INCOMPLETE);
    if (found.exitCode > 1 && rows.length === 0)
      return failure(found.error || `ripgrep ended with exit code ${found.exitCode}.`);
    if (rows.length === 0) return { output: `Nothing under ${root} matches.` };
    const rest = rows.length - MAX_MATCHES;
    return {
      output:
        rows.slice(0, MAX_MATCHES).join("\n") +
        (rest > 0 ? `\n[${rest} more matches]` : "") +
        (found.timedOut ? `\n${INCOMPLETE}` : ""),
      truncated: rest > 0 || found.truncated,
    };
  },
});
