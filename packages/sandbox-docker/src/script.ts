/** No core dumps; how many files may be open is the container's to say. */
const LIMITS = "ulimit -c 0";

/** One word for bash on one line, so that what follows it keeps its line number. */
const quote = (value: string) =>
  `'${value.replaceAll("'", () => `'\\''`).replaceAll("\n", () => `'$'\\n''`)}'`;

/** The variables, which no argument list may show, and the command from the same line on, so that its lines keep their numbers. */
export function toScript(command: string, env: Readonly<Record<string, string>> = {}): string {
  const exports = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)} 2>/dev/null; `);
  return `${LIMITS}; ${exports.join("")}${command}\n`;
}
