import { shellQuote, shellQuoteInLine } from "./shell-quote.ts";

export const ROOT = "/workspace";

/** A descriptor that nobody uses: the report has to come out also after `exec >file`. */
const REPORT = 199;

/**
 * The script that is started in the root, runs a command in a directory and reports the shell's last one on standard output, between two markers. The
 * command is one word for `eval`, so that nothing in it (a trailing backslash, an open heredoc) reaches what follows, and its
 * first line is the script's. A last backslash is given lines to go on to: without them it leaves bash's parser in disorder. The trap is for `exit`; a shell without traps reports only when the command runs to its end.
 */
export function commandScript(command: string, directory: string, marker: string): string {
  const report = `printf '%s%s%s\\n' '${marker}' "$PWD" '${marker}' >&${REPORT}`;
  const gone = shellQuote(`[the directory ${directory} cannot be entered; the command runs in ${ROOT}]`);
  // It begins in the root, which may have another name there, or another folder its name.
  const enter =
    directory === ROOT ? "" : `cd -- ${shellQuote(directory)} 2>/dev/null || printf '%s\\n' ${gone} >&2; `;
  const trap = shellQuote(`{ [ -n "\${__wa_reported:-}" ] || ${report}; } 2>/dev/null`);
  return [
    `${enter}exec ${REPORT}>&1; trap ${trap} EXIT 2>/dev/null; eval ${shellQuoteInLine(command.endsWith("\\") ? `${command}\n\n` : command)}`,
    // The group hides the trace of `set -x`. No function: an interpreter may write its output where `exec` pointed to.
    `{ __wa_code=$?; set +x; __wa_reported=1; } 2>/dev/null; ${report}; exit "$__wa_code"`,
  ].join("\n");
}

/** Splits the directory report off a standard output; what was written after it is kept. */
export function splitReport(
  output: string,
  marker: string,
): { readonly text: string; readonly directory: string | null } {
  const end = output.lastIndexOf(marker);
  const start = end < 0 ? -1 : output.lastIndexOf(marker, end - 1);
  if (start < 0) return { text: output, directory: null };
  const directory = output.slice(start + marker.length, end);
  const after = output.slice(end + marker.length);
  return {
    text: output.slice(0, start) + (after.startsWith("\n") ? after.slice(1) : after),
    directory: directory.startsWith("/") ? directory : null,
  };
}
