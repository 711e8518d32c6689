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

/** The latest figures of this machine: rows `{file, at, rows}`, sorted by file, and profiles. */
function readAll() {
  const nothing = { machine, measured: [], profiles: [] };
  if (!existsSync(RESULTS)) return nothing;
  const stored = JSON.parse(readFileSync(RESULTS, "utf8"));
  return stored.machine === machine ? { ...nothing, ...stored } : nothing;
}

function write(change) {
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify({ ...readAll(), ...change }, null, 2)}\n`);
}

/** A row whose file is gone is none. */
export const readResults = () =>
  readAll().measured.filter(({ file }) => existsSync(join(import.meta.dirname, "rows", file)));

/** `[{name, at, cpu_ms, cpu, allocated_bytes, allocations}]`, where the last two lists have `{cause, share}`. */
export const readProfiles = () => readAll().profiles;

/** Stores profiles and replaces older ones of the same work. */
export function addProfiles(profiles) {
  const names = new Set(profiles.map(({ name }) => name));
  const at = new Date().toISOString();
  write({
    profiles: [
      ...readProfiles().filter(({ name }) => !names.has(name)),
      ...profiles.map((profile) => ({ ...profile, at })),
    ],
  });
}

/** Stores figures and replaces older ones of the same files. */
export function addResults(measured) {
  const files = new Set(measured.map(({ file }) => file));
  const others = readResults().filter(({ file }) => !files.has(file));
  const all = [...others, ...measured].sort((a, b) => (a.file < b.file ? -1 : 1));
  write({ measured: all });
}
