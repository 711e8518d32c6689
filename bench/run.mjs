// pnpm bench [--strict] [--write] [part of a row's file name …]
// --write makes docs/performance.md of all figures that were measured on this machine, in this run or before.
// Each row is a file in `rows/`; it stands beside the limit that this machine sets to it, measured in the same run.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { writePage } from "./page.mjs";
import { addResults, machine, RESULTS, VERDICTS } from "./results.mjs";

const ROOT = join(import.meta.dirname, "..");

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const isStrict = process.argv.includes("--strict");

execFileSync(process.execPath, ["scripts/build-changed.mjs"], { cwd: ROOT, stdio: "inherit" });

const files = readdirSync(join(import.meta.dirname, "rows"))
  .filter((file) => asked.length === 0 || asked.some((part) => file.includes(part)))
  .sort();
const measured = [];
for (const file of files) {
  process.stderr.write(`${file} …\n`);
  const { measure } = await import(`./rows/${file}`);
  measured.push({ file, at: new Date().toISOString(), rows: await measure() });
  addResults(measured);
}

const rows = measured.flatMap((each) => each.rows);
const cells = rows.map((row) => [row.name, row.measured, row.bare, row.budget, VERDICTS.get(row.isMet)]);
const table = [["", "measured", "bare", "budget", ""], ...cells];
const widths = table[0].map((_, column) => Math.max(...table.map((line) => line[column].length)));
for (const line of table)
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
console.log(`\n${machine}; all figures in ${RESULTS}`);

if (process.argv.includes("--write")) await writePage();

const missed = rows.filter(({ isMet }) => isMet === false);
if (isStrict && missed.length > 0) process.exitCode = 1;
