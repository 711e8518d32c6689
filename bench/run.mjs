// pnpm bench [--strict] [--write] [--against DIR [--rounds N]] [part of a row's file name …]
// --against measures the packages of another checkout and of this one in turn, and prints the ratios.
// --write generates docs/performance.md from all figures of this machine, of this run or earlier ones.
// Each row is a file in `rows/`, measured beside the limit of this machine in the same run.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compare } from "./against.mjs";
import { writePage } from "./page.mjs";
import { addResults, machine, RESULTS, VERDICTS } from "./results.mjs";

const ROOT = join(import.meta.dirname, "..");

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    strict: { type: "boolean" },
    write: { type: "boolean" },
    against: { type: "string" },
    rounds: { type: "string", default: "3" },
  },
});

execFileSync(process.execPath, ["scripts/build-changed.mjs"], { cwd: ROOT, stdio: "inherit" });

const files = readdirSync(join(import.meta.dirname, "rows"))
  .filter((file) => asked.length === 0 || asked.some((part) => file.includes(part)))
  .sort();
if (options.against !== undefined) {
  compare(files, resolve(options.against), Number(options.rounds));
  process.exit();
}

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

if (options.write) await writePage();

const missed = rows.filter(({ isMet }) => isMet === false);
if (options.strict && missed.length > 0) process.exitCode = 1;
