// pnpm bench [--strict] [part of a row's file name …]
// Each row is a file in `rows/`; it stands beside the limit that this machine sets to it, measured in the same run.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { mebibytes } from "./figures.mjs";

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, ".cache", "bench.json");

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const isStrict = process.argv.includes("--strict");

execFileSync(process.execPath, ["scripts/build-changed.mjs"], { cwd: ROOT, stdio: "inherit" });

const files = readdirSync(join(import.meta.dirname, "rows"))
  .filter((file) => asked.length === 0 || asked.some((part) => file.includes(part)))
  .sort();
const rows = [];
for (const file of files) {
  process.stderr.write(`${file} …\n`);
  const { measure } = await import(`./rows/${file}`);
  rows.push(...(await measure()));
}

const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  memory: mebibytes(totalmem()),
  node: process.version,
};
mkdirSync(join(ROOT, ".cache"), { recursive: true });
writeFileSync(RESULTS, `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`);

const verdict = ({ isMet }) => (isMet === null ? "" : isMet ? "met" : "MISSED");
const cells = rows.map((row) => [row.name, row.measured, row.bare, row.budget, verdict(row)]);
const table = [["", "measured", "bare", "budget", ""], ...cells];
const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)));
for (const line of table)
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
console.log(
  `\n${machine.cpus} × ${machine.model}, ${machine.memory}, Node ${machine.node}; all figures in ${RESULTS}`,
);

const missed = rows.filter(({ isMet }) => isMet === false);
if (isStrict && missed.length > 0) process.exitCode = 1;
