// The numbers of test runs. As a script it prints what failed, and the one line that `.ci/run` closes with: the numbers of all its runs together.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./toolchain.mjs";

const FOLDER = join(ROOT, ".cache", "test-results");
/** Of this run; a script that starts several names each by TEST_RUN. */
export const RESULTS = join(FOLDER, `${process.env.TEST_RUN ?? "tests"}.json`);
/** The errors of the same run that no test caught. */
export const UNCAUGHT = uncaughtBeside(RESULTS);

function uncaughtBeside(results) {
  return results.replace(/\.json$/, ".uncaught");
}

/** Why a test failed, in a few lines: where only the end of a long output was kept, it is all there is. */
function reasonOf({ failureMessages = [] }) {
  return failureMessages
    .flatMap((message) => stripVTControlCharacters(message).split("\n"))
    .filter((line) => !line.includes("node_modules"))
    .slice(0, 20)
    .map((line) => `\n  ${line.slice(0, 300)}`)
    .join("");
}

/** What the reporters wrote. A file that could not be loaded counts as a failed test, and so does an error that no test caught. */
export function readResults(path = RESULTS) {
  let report, uncaught;
  try {
    report = JSON.parse(readFileSync(path, "utf8"));
    uncaught = JSON.parse(readFileSync(uncaughtBeside(path), "utf8"));
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
          .map((test) => `${relative(ROOT, file.name)}: ${test.fullName}${reasonOf(test)}`),
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
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".json")) : [];
  const runs = files.map((file) => readResults(join(FOLDER, file)));
  const sum = (of) => runs.reduce((total, run) => total + run[of], 0);
  const [passed, failed, skipped] = ["passed", "failed", "skipped"].map(sum);
  for (const [index, { failures }] of runs.entries())
    for (const failure of failures) console.log(`failed (${files[index]}): ${failure}`);
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
