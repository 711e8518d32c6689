// A reporter of vitest that says, last and loudly, which tests did not run and why, and keeps what its JSON has no place for: the
// errors that no test caught, each of which fails a run.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { UNCAUGHT } from "./test-results.mjs";
import { ROOT } from "./toolchain.mjs";

/** Tests that are left out say so in a line that begins with this word, or by the note of `skip(note)`. */
const MARK = "SKIPPED";

/** An error as one line: the test file that it came in, the test that ran then, what it says. */
function describe({ name = "Error", message, VITEST_TEST_PATH: file = ROOT, VITEST_TEST_NAME: test = "" }) {
  return `${relative(ROOT, file)}: ${test}: nobody caught ${name}: ${String(message).replaceAll("\n", " ")}`;
}

export default class EndReporter {
  #reasons = new Set();

  onUserConsoleLog({ content }) {
    for (const line of content.split("\n")) if (line.startsWith(MARK)) this.#reasons.add(line.trim());
  }

  onTestRunEnd(testModules, unhandledErrors) {
    mkdirSync(dirname(UNCAUGHT), { recursive: true });
    writeFileSync(UNCAUGHT, JSON.stringify(unhandledErrors.map(describe)));
    const skipped = [];
    for (const module of testModules) {
      const tests = [...module.children.allTests()].filter((test) => test.result().state === "skipped");
      if (tests.length > 0) skipped.push([relative(ROOT, module.moduleId), tests.length]);
      for (const test of tests) {
        const { note } = test.result();
        if (note !== undefined) this.#reasons.add(`${MARK}: ${note}`);
      }
    }
    // At the very end, where it is seen: other reporters still write after this.
    if (skipped.length > 0) process.once("exit", () => this.#print(skipped));
  }

  #print(skipped) {
    const rule = "!".repeat(80);
    console.log(`\n${rule}`);
    for (const [file, count] of skipped) console.log(`${count} tests were SKIPPED in ${file}`);
    console.log("\nWhy:");
    for (const reason of this.#reasons) console.log(`  ${reason}`);
    if (this.#reasons.size === 0) console.log("  no reason was given: each skip owes one");
    console.log(rule);
  }
}
