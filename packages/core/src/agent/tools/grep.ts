import * as v from "valibot";
import { resolvePath } from "../agent-files.ts";
import { folderForms } from "../../domain/workspaces/permissions.ts";
import { tool } from "../make-tool.ts";
import type { ToolOutcome } from "../tool.ts";
import { MatchRecords, type MatchedLine } from "./match-records.ts";
import { redactorOf } from "./redactor-of.ts";
import { foundPath, ripgrep, searchOutcome } from "./ripgrep.ts";
import { globFrom, searchedForms } from "./searched-forms.ts";
import { nonEmptyText } from "./text-argument.ts";

const MAX_MATCHES = 200;
const MAX_LINE_CHARACTERS = 500;

const SHOWN_BEFORE = 150;
const CUT = "[… line cut …]";

/** A line, or the part of a long line around its match at `at`. */
function cutLine(text: string, at: number, isCut: boolean): string {
  if (text.length <= MAX_LINE_CHARACTERS && !isCut) return text;
  const from = Math.max(0, Math.min(at - SHOWN_BEFORE, text.length - MAX_LINE_CHARACTERS));
  const shown = text.slice(from, from + MAX_LINE_CHARACTERS).toWellFormed();
  const isEndShown = from + MAX_LINE_CHARACTERS >= text.length && !isCut;
  return `${from > 0 ? `${CUT} ` : ""}${shown}${isEndShown ? "" : ` ${CUT}`}`;
}

/** Rows of `path:line:text`. Lines are redacted together, because a secret may span several, and before they are cut. */
function toRows(lines: readonly MatchedLine[], root: string, redact: (text: string) => string): string[] {
  const texts = redact(lines.map(({ text }) => text).join("\n")).split("\n");
  return lines.map(({ path, number, text, at, isCut }, index) => {
    const found = foundPath(path, root);
    if (number === null) return `${found}: [a line that is too long to show]`;
    const clean = texts[index] ?? "";
    const start = clean === text ? at : redact(text.slice(0, at)).length;
    return `${found}:${number}:${cutLine(clean, start, isCut)}`;
  });
}

export const grepTool = tool({
  name: "grep",
  description:
    "Searches the contents of files with a regular expression (ripgrep's syntax) and returns `path:line:text`, at most 200 matches. Includes hidden files; excludes what .gitignore names inside a git repository.",
  isReadOnly: true,
  parameters: v.strictObject({
    pattern: nonEmptyText("A regular expression."),
    path: v.optional(nonEmptyText("A file or folder. Default: the working directory.")),
    glob: v.optional(
      nonEmptyText("Only files whose path relative to `path` matches, such as `*.ts` or `src/*.ts`."),
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
    if (glob !== undefined) words.push("-g", globFrom(root, glob));
    if (ignore_case) words.push("-i");
    const records = new MatchRecords(MAX_MATCHES);
    const found = await ripgrep([...words, "-e", pattern], root, context, records);
    records.end();
    const rows = toRows(records.lines, root, redactorOf(context));
    const nothing = `Nothing under ${root} matches.`;
    return searchOutcome(found, rows, records.count, { nothing, more: "more matches" });
  },
});
