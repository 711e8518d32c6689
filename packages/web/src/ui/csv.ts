/** The start of a CSV file: spreadsheets read text without it in an old encoding. */
export const CSV_START = "\uFEFF";

/** A row of CSV (RFC 4180). */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** An apostrophe keeps a spreadsheet from running a cell as a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
