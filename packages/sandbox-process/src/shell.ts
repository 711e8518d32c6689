/** The home folder and the user of commands, inside. */
export const HOME = "/home/agent";

/** The variables that every sandbox sets. */
export const BASE_ENVIRONMENT: Readonly<Record<string, string>> = {
  HOME,
  USER: "agent",
  LOGNAME: "agent",
  SHELL: "/bin/bash",
  LANG: "C.UTF-8",
  TERM: "dumb",
};

/** A text as one word for bash, on one line, so that the lines after it keep their numbers. */
export const quote = (text: string) =>
  `'${text.replaceAll("'", () => `'\\''`).replaceAll("\n", () => `'$'\\n''`)}'`;

/** Exports variables. Those that bash protects stay as they are. */
export function exported(env: Readonly<Record<string, string>> = {}): string {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}; `);
  return exports.length === 0 ? "" : `{ ${exports.join("")}} 2>/dev/null; `;
}

/** Closes the descriptors that a process inherited, except these. */
export const closingAllBut = (descriptors: readonly number[]) =>
  `for __fd in /proc/self/fd/*; do __fd="\${__fd##*/}"; case "$__fd" in ${descriptors.join("|")}) ;; *) eval "exec $__fd>&-";; esac; done; unset __fd`;

/** Bash reads its script on descriptor 255. */
export const CLOSE_INHERITED = closingAllBut([0, 1, 2, 255]);
