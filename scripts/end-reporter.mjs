// A reporter of vitest. It prints each failed test at once, since vitest prints them at the end of a run, and at the very end which tests
// were skipped and why. It records what vitest's JSON report lacks: uncaught errors (each fails a run), suppressed errors, and how long each
// file took to import and to run.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { DETAILS } from "./test-results.mjs";
import { ROOT } from "./toolchain.mjs";

/** A skipped test gives its reason in a line that begins with this word, or in the note of `skip(note)`. */
const MARK = "SKIPPED";

/** An error as one line: the test file, the test that ran at that moment, and the message. */
function describe({ name = "Error", message, VITEST_TEST_PATH: file = ROOT, VITEST_TEST_NAME: test = "" }) {
  return `${relative(ROOT, file)}: ${test}: uncaught ${name}: ${String(message).replaceAll("\n", " ")}`;
}

/** The errors inside a suppressed error, which vitest's JSON report does not show. */
function causesOf(error) {
  if (error === undefined || error === null) return [];
  if (error.name !== "SuppressedError") return [String(error.stack ?? error.message ?? error)];
  return [...causesOf(error.error), ...causesOf(error.suppressed)];
}

/** Times of one file, in milliseconds. */
function timesOf(module) {
  const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return {
    file: relative(ROOT, module.moduleId),
    project: module.project.name,
    importing: Math.round(prepareDuration + setupDuration + collectDuration),
    running: Math.round(duration),
  };
}

export default class EndReporter {
  #reasons = new Set();
  #started = performance.now();

  onUserConsoleLog({ content }) {
    for (const line of content.split("\n")) if (line.startsWith(MARK)) this.#reasons.add(line.trim());
  }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state !== "failed") return;
    const at = `${relative(ROOT, test.module.moduleId)} > ${test.fullName}`;
    console.log(`\nFAILED ${at}\n${errors.flatMap(causesOf).join("\n")}\n`);
  }

  onTestRunEnd(testModules, unhandledErrors) {
    const failed = testModules.flatMap((module) => [...module.children.allTests("failed")]);
    const suppressed = failed.map((test) => [
      test.fullName.replaceAll(" > ", " "),
      (test.result().errors ?? []).filter(({ name }) => name === "SuppressedError").flatMap(causesOf),
    ]);
    const details = {
      suppressed: Object.fromEntries(suppressed.filter(([, causes]) => causes.length > 0)),
      uncaught: unhandledErrors.map(describe),
      milliseconds: Math.round(performance.now() - this.#started),
      files: testModules.map(timesOf),
    };
    mkdirSync(dirname(DETAILS), { recursive: true });
    writeFileSync(DETAILS, JSON.stringify(details));
    const skipped = [];
    for (const module of testModules) {
      const tests = [...module.children.allTests()].filter((test) => test.result().state === "skipped");
      if (tests.length > 0) skipped.push([relative(ROOT, module.moduleId), tests.length]);
      for (const test of tests) {
        const { note } = test.result();
        if (note !== undefined) this.#reasons.add(`${MARK}: ${note}`);
      }
    }
    // Other reporters still write after this; only the process's exit is later.
    if (skipped.length > 0) process.once("exit", () => this.#print(skipped));
  }

  #print(skipped) {
    const rule = "!".repeat(80);
    console.log(`\n${rule}`);
    for (const [file, count] of skipped) console.log(`${count} tests were SKIPPED in ${file}`);
    console.log("\nWhy:");
    for (const reason of this.#reasons) console.log(`  ${reason}`);
    if (this.#reasons.size === 0) console.log("  no reason was given: every skip needs one");
    console.log(rule);
  }
}
