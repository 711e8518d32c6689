// The numbers of the last test run. As a script it prints the one line that `.ci/run` closes with.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./toolchain.mjs";

export const RESULTS = join(ROOT, ".cache", "test-results.json");

/** What vitest's JSON reporter wrote. A file that could not be loaded counts as a failed test. */
export function readResults() {
  let report;
  try {
    report = JSON.parse(readFileSync(RESULTS, "utf8"));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, skippedIn: [] };
  }
  const isSkipped = ({ status }) => status !== "passed" && status !== "failed";
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((each) => each.status !== "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.testResults.flatMap((file) => file.assertionResults.filter(isSkipped)).length,
    skippedIn: report.testResults
      .filter((file) => file.assertionResults.some(isSkipped))
      .map((file) => relative(ROOT, file.name)),
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { passed, failed, skipped } = readResults();
  console.log(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
