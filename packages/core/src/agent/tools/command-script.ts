import type { StyledText, TextStyle } from "../../runtime/styled-text.ts";
import { shellQuote, shellQuoteInLine } from "./shell-quote.ts";

export const ROOT = "/workspace";

/** An unused descriptor, so that the report appears even after `exec >file`. */
const REPORT = 199;

/**
 * A script that starts in the root, runs a command in a directory and prints the shell's last directory between two markers. The command
 * is one word for `eval`, so that nothing in it (a trailing backslash, an open heredoc) affects what follows. A trailing backslash gets
 * lines to continue on; without them it confuses bash's parser. The trap handles `exit`; a shell without traps reports only at the end.
 * The root may have another name in the sandbox, and another one on the next host: directories in it are reported and entered as `ROOT`.
 */
export function commandScript(command: string, directory: string, marker: string): string {
  const inside = `"$__wa_root"/*) printf '%s%s%s%s\\n' '${marker}' ${ROOT} "\${PWD#"$__wa_root"}" '${marker}'`;
  const outside = `*) printf '%s%s%s\\n' '${marker}' "$PWD" '${marker}'`;
  const report = `case "$PWD/" in ${inside};; ${outside};; esac >&${REPORT}`;
  const gone = shellQuote(`[cannot enter the directory ${directory}; the command runs in ${ROOT}]`);
  const target = directory.startsWith(`${ROOT}/`) ? `.${directory.slice(ROOT.length)}` : directory;
  const enter =
    directory === ROOT ? "" : `cd -- ${shellQuote(target)} 2>/dev/null || printf '%s\\n' ${gone} >&2; `;
  const trap = shellQuote(`{ [ -n "\${__wa_reported:-}" ] || ${report}; } 2>/dev/null`);
  return [
    `__wa_root=$PWD; ${enter}exec ${REPORT}>&1; trap ${trap} EXIT 2>/dev/null; eval ${shellQuoteInLine(command.endsWith("\\") ? `${command}\n\n` : command)}`,
    // The group hides the trace of `set -x`. It is no function, because an interpreter may write output of functions where `exec` pointed.
    `{ __wa_code=$?; set +x; __wa_reported=1; } 2>/dev/null; ${report}; exit "$__wa_code"`,
  ].join("\n");
}

/** Removes the directory report from an output. Output after the report stays. */
export function splitReport(
  output: string,
  marker: string,
  styles: readonly TextStyle[] = [],
): StyledText & { readonly directory: string | null } {
  const end = output.lastIndexOf(marker);
  const start = end < 0 ? -1 : output.lastIndexOf(marker, end - 1);
  if (start < 0) return { text: output, styles, directory: null };
  const directory = output.slice(start + marker.length, end);
  const after = output.slice(end + marker.length);
  const text = output.slice(0, start) + (after.startsWith("\n") ? after.slice(1) : after);
  const removed = output.length - text.length;
  return {
    text,
    styles: styles.map(({ at, sgr }) => ({ at: at <= start ? at : Math.max(start, at - removed), sgr })),
    directory: directory.startsWith("/") ? directory : null,
  };
}

/** Passes an output on piece by piece, without its directory report. */
export function withoutReport(marker: string, show: (text: string) => void): (text: string) => void {
  let held = "";
  return (text) => {
    held += text;
    let start = held.indexOf(marker);
    while (start >= 0) {
      const end = held.indexOf(marker, start + marker.length);
      if (end < 0) break;
      const after = held.slice(end + marker.length);
      held = held.slice(0, start) + (after.startsWith("\n") ? after.slice(1) : after);
      start = held.indexOf(marker);
    }
    const known = start < 0 ? held.length - startOf(marker, held) : start;
    show(held.slice(0, known));
    held = held.slice(known);
  };
}

/** How many characters at the end of a text may be the start of a marker. */
function startOf(marker: string, text: string): number {
  const start = text.lastIndexOf(marker.charAt(0));
  return start >= 0 && marker.startsWith(text.slice(start)) ? text.length - start : 0;
}
