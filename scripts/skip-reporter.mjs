// A reporter of vitest that says, last and loudly, which tests did not run and why.
import { relative } from "node:path";
import { ROOT } from "./toolchain.mjs";

/** Tests that are left out say so in a line that begins with this word, or by the note of `skip(note)`. */
const MARK = "SKIPPED";

export default class SkipReporter {
  #reasons = new Set();

  onUserConsoleLog({ content }) {
    for (const line of content.split("\n")) if (line.startsWith(MARK)) this.#reasons.add(line.trim());
  }

  onTestRunEnd(testModules) {
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
