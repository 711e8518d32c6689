// node bench/page.mjs: makes docs/performance.md of the figures that were measured last. So does `pnpm bench --write`.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import { LIMITS } from "./limits.mjs";
import { machine, readResults, VERDICTS } from "./results.mjs";

const PAGE = join(import.meta.dirname, "..", "docs", "performance.md");

const INTRO = `<!-- Made by pnpm bench --write; not edited. What is said of missed budgets is in bench/limits.mjs. -->

# Performance

Every figure is measured by one command, on the server as it is built (SQLite on a disk, a model that is scripted over loopback), each beside the limit that the same machine sets to it in the same run: a bare \`node:http\` server or agent without a store, a bare \`spawn\`, bare inserts.

\`\`\`sh
pnpm bench                # all of it, about a quarter of an hour on a quiet machine
pnpm bench polls list     # the rows whose file names have these words
pnpm bench --strict       # fails on a missed budget
pnpm bench --write        # makes this page of what was measured last
\`\`\`

The figures go to \`.cache/bench.json\` with all that the table leaves out. A row is a file of \`bench/rows\`.

**The budgets** were set on a machine with two cores. Absolute figures drift with the machine, ratios to the bare figure hardly do: so a budget is met by the absolute figure, or by one that is no worse in proportion to the bare figure of the same run.`;

const cell = (text) => text.replaceAll("|", "\\|");

function table(rows) {
  const lines = rows.map((row) =>
    [row.name, row.measured, row.bare, row.budget, VERDICTS.get(row.isMet)].map(cell),
  );
  return [["What", "Measured", "Bare", "Budget", ""], ["-", "-", "-", "-", "-"], ...lines]
    .map((line) => `| ${line.join(" | ")} |`)
    .join("\n");
}

/** The missed budgets of a file of rows, with what limits them. */
function missedOf({ file, rows }) {
  const missed = rows.filter(({ isMet }) => isMet === false).map(({ name }) => name);
  if (missed.length === 0) return [];
  if (!Object.hasOwn(LIMITS, file))
    throw new Error(`${missed.join("; ")}: say in bench/limits.mjs what limits it (${file}).`);
  return [`- **${missed.join("; ")}** (\`${file}\`): ${LIMITS[file]}`];
}

function figures(measured) {
  if (measured.length === 0) return ["Nothing was measured yet."];
  const days = [...new Set(measured.map(({ at }) => at.slice(0, 10)))].sort();
  const when = days.length === 1 ? days[0] : `${days[0]} to ${days.at(-1)}`;
  const absent = readdirSync(join(import.meta.dirname, "rows"))
    .filter((file) => !measured.some((each) => each.file === file))
    .map((file) => `\`${file}\``);
  const missed = measured.flatMap(missedOf);
  return [
    `${when}, on ${machine}.`,
    table(measured.flatMap(({ rows }) => rows)),
    ...(absent.length === 0 ? [] : [`Not measured: ${absent.join(", ")}.`]),
    "## What misses its budget, and why",
    missed.length === 0 ? "Nothing." : missed.join("\n"),
  ];
}

/** Throws where nothing is known of what limits a row that misses its budget. */
export async function writePage() {
  const text = [INTRO, "## The latest figures", ...figures(readResults())].join("\n\n");
  writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), parser: "markdown" }));
}

if (process.argv[1] === import.meta.filename) await writePage();
