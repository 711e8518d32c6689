import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const PROGRAM = join(import.meta.dirname, "../../examples/cluster/start.mjs");

it("the example of a cluster shows a turn that survives the death of its instance", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, "--show"], { timeout: 170_000 });
  expect(stdout).toMatch(/killed the instance on port \d+, which ran the turn\n/);
  expect(stdout).toMatch(/event \d+: the turn ended, end_turn\n/);
  expect(stdout).toMatch(/steps\.txt has [78] of 8 lines, none twice\n/);
}, 180_000);
