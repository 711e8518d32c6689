// Results of test runs. As a script it prints failures and the last line of `.ci/run`: the totals of all runs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./toolchain.mjs";

export const FOLDER = join(ROOT, ".cache", "test-results");
const DETAILED = ".details.json";
/** The name of this run; a script that starts several sets TEST_RUN for each. */
const NAME = process.env.TEST_RUN ?? "tests";
export const RESULTS = join(FOLDER, `${NAME}.json`);
/** Written by the end reporter. */
export const DETAILS = join(FOLDER, NAME + DETAILED);

/** The names of the runs with results. */
export function runNames() {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER) : [];
  return files
    .filter((file) => file.endsWith(".json") && !file.endsWith(DETAILED))
    .map((file) => file.slice(0, -".json".length))
    .sort();
}

/** Null if the run ended before they were written. */
export function readDetails(name = NAME) {
  const file = join(FOLDER, name + DETAILED);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Why a test failed, in a few lines: often only the end of a long output remains. */
function reasonOf({ failureMessages = [], fullName }, suppressed) {
  return (suppressed[fullName] ?? failureMessages)
    .flatMap((message) => stripVTControlCharacters(message).split("\n"))
    .filter((line) => !line.includes("node_modules"))
    .slice(0, 20)
    .map((line) => `\n  ${line.slice(0, 300)}`)
    .join("");
}

/** The totals of a run. A file that could not be loaded and an uncaught error count as failed tests. */
export function readResults(name = NAME) {
  let report, uncaught, suppressed;
  try {
    report = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));
    ({ uncaught, suppressed } = readDetails(name));
  } catch {
    return { passed: 0, failed: 1, failures: ["the run left no results"], skipped: 0, skippedIn: [] };
  }
  const isSkipped = ({ status }) => status !== "passed" && status !== "failed";
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((each) => each.status !== "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length + uncaught.length,
    failures: [
      ...broken.map((file) => relative(ROOT, file.name)),
      ...report.testResults.flatMap((file) =>
        file.assertionResults
          .filter(({ status }) => status === "failed")
          .map((test) => `${relative(ROOT, file.name)}: ${test.fullName}${reasonOf(test, suppressed)}`),
      ),
      ...uncaught,
    ],
    skipped: report.testResults.flatMap((file) => file.assertionResults.filter(isSkipped)).length,
    skippedIn: report.testResults
      .filter((file) => file.assertionResults.some(isSkipped))
      .map((file) => relative(ROOT, file.name)),
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const names = runNames();
  const runs = names.map((name) => readResults(name));
  const sum = (of) => runs.reduce((total, run) => total + run[of], 0);
  const [passed, failed, skipped] = ["passed", "failed", "skipped"].map(sum);
  for (const [index, { failures }] of runs.entries())
    for (const failure of failures) console.log(`failed (${names[index]}): ${failure}`);
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
