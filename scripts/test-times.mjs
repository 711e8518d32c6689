// `node scripts/test-times.mjs`: prints where the time of the last test runs and of the last `.ci/run` went: stages, projects,
// packages, and the 40 slowest files. The time of a file is that of its worker; workers run in parallel.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FOLDER, readDetails, runNames } from "./test-results.mjs";

const SLOWEST = 40;
const STAGES = join(FOLDER, "stages.tsv");

const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1).padStart(8);

function print(title, rows) {
  console.log(`\n${title}`);
  for (const row of rows) console.log(row);
}

/** Rows of a table: for each group its times and its number of files, longest first. */
function totals(files, groupOf) {
  const groups = new Map();
  for (const file of files) {
    const name = groupOf(file);
    const { count, importing, running } = groups.get(name) ?? { count: 0, importing: 0, running: 0 };
    groups.set(name, {
      name,
      count: count + 1,
      importing: importing + file.importing,
      running: running + file.running,
    });
  }
  return [...groups.values()]
    .sort((a, b) => b.importing + b.running - (a.importing + a.running))
    .map(
      ({ name, count, importing, running }) =>
        `${seconds(importing + running)} ${seconds(importing)} ${seconds(running)} ${String(count).padStart(6)}  ${name}`,
    );
}

if (existsSync(STAGES)) {
  const stages = readFileSync(STAGES, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));
  print(
    "Stages (s)",
    stages.map(([took, name]) => `${took.padStart(8)}  ${name}`),
  );
}

const HEADER = "   total  imports    tests  files";
const runs = runNames().map((name) => ({ name, ...(readDetails(name) ?? { milliseconds: 0, files: [] }) }));
print(
  "Runs (s)",
  runs.map(({ name, milliseconds }) => `${seconds(milliseconds)}  ${name}`),
);
const files = runs.flatMap((run) => run.files);
print(
  `Projects (s)\n${HEADER}`,
  totals(files, ({ project }) => project),
);
print(
  `Packages (s)\n${HEADER}`,
  totals(files, ({ file }) => file.split("/").slice(0, 2).join("/")),
);
print(
  `The ${SLOWEST} slowest files (s)\n${HEADER}`,
  totals(files, ({ file, project }) => `${file} (${project})`).slice(0, SLOWEST),
);
