import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { mebibytes } from "./figures.mjs";

export const RESULTS = join(import.meta.dirname, "..", ".cache", "bench.json");

/** Figures are comparable on the same machine. */
export const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${mebibytes(totalmem())}, Node ${process.version}`;

export const VERDICTS = new Map([
  [true, "met"],
  [false, "MISSED"],
  [null, ""],
]);

/** The latest figures of this machine: `[{file, at, rows}]`, sorted by file. */
export function readResults() {
  if (!existsSync(RESULTS)) return [];
  const stored = JSON.parse(readFileSync(RESULTS, "utf8"));
  return stored.machine === machine ? stored.measured : [];
}

/** Stores figures and replaces older ones of the same files. */
export function addResults(measured) {
  const files = new Set(measured.map(({ file }) => file));
  const others = readResults().filter(({ file }) => !files.has(file));
  const all = [...others, ...measured].sort((a, b) => (a.file < b.file ? -1 : 1));
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify({ machine, measured: all }, null, 2)}\n`);
}
