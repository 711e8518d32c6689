/** The output of a command. */
export interface Output {
  /** Writes results. */
  readonly out: (text: string) => void;
  /** Writes messages about the progress. */
  readonly note: (text: string) => void;
  /** Standard output is a terminal. */
  readonly isTerminal: boolean;
  /** Standard error is a terminal, so lines can be redrawn. */
  readonly canRedraw: boolean;
  readonly columns: number;
}

const FALLBACK_COLUMNS = 80;

export const processOutput: Output = {
  out: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  canRedraw: process.stderr.isTTY && process.env["TERM"] !== "dumb",
  get columns() {
    return process.stderr.columns || FALLBACK_COLUMNS;
  },
};

/** A status line that is redrawn on a terminal, and not shown otherwise. */
export class StatusLine {
  private isDrawn = false;

  constructor(private readonly output: Output) {}

  draw(text: string): void {
    if (!this.output.canRedraw) return;
    this.output.note(`\r\u001b[2K${text.slice(0, this.output.columns - 1)}`);
    this.isDrawn = true;
  }

  clear(): void {
    if (this.isDrawn) this.output.note("\r\u001b[2K");
    this.isDrawn = false;
  }
}

/** Rows as aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  }
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join("");
}
