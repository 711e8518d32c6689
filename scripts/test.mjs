// `npm test`: installs what has changed, runs all tests (or those named) and prints which were skipped and why.
// SKIPS_ALLOWED_IN is an optional list of folders; a skip in another folder then fails the run.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { installDependencies } from "./install.mjs";
import { endWithNpm, runForeground } from "./run.mjs";
import { DETAILS, readResults, RESULTS } from "./test-results.mjs";
import { ROOT } from "./toolchain.mjs";

endWithNpm();
const { node, env } = await installDependencies();
rmSync(DETAILS, { force: true });
// A run that ends before its report is written counts as failed.
mkdirSync(dirname(RESULTS), { recursive: true });
writeFileSync(RESULTS, "");
const code = await runForeground(
  node,
  [
    join(ROOT, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${RESULTS}`,
    `--reporter=${join(ROOT, "scripts", "end-reporter.mjs")}`,
    ...process.argv.slice(2),
  ],
  env,
  { detachInput: true },
);

const allowed = process.env.SKIPS_ALLOWED_IN?.split(/\s+/).filter((folder) => folder !== "");
const unwanted = readResults().skippedIn.filter(
  (file) => allowed !== undefined && !allowed.some((folder) => file.startsWith(`${folder}/`)),
);
if (unwanted.length > 0) console.error(`Tests were skipped where no skip is allowed: ${unwanted.join(", ")}`);
process.exitCode = code === 0 && unwanted.length > 0 ? 1 : code;
