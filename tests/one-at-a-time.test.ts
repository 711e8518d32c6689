import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const MODULE = JSON.stringify(join(import.meta.dirname, "..", "scripts", "one-at-a-time.mjs"));

/** A process that does work under a name until `end`. */
function worker(name: string) {
  const script = `import { oneAtATime } from ${MODULE};
    console.log("asks");
    await oneAtATime(${JSON.stringify(name)}, async () => {
      console.log("begins");
      await new Promise((resolve) => process.stdin.once("data", resolve));
    });
    console.log("has ended");
    process.stdin.destroy();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    says: (text: string) => expect.poll(() => output, { timeout: 20_000 }).toContain(text),
    end: () => child.stdin.write("end"),
    kill: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

test("one process at a time does the work of a name, and the next starts when it has ended", async () => {
  const name = `test ${process.pid} a`;
  const first = worker(name);
  await first.says("begins");
  const [second, other] = [worker(name), worker(`${name} other`)];
  await other.says("begins");
  await second.says("asks");
  expect(second.output()).not.toContain("begins");
  first.end();
  await first.says("has ended");
  await second.says("begins");
});

test("a killed process does not block others", async () => {
  const name = `test ${process.pid} b`;
  const first = worker(name);
  await first.says("begins");
  const second = worker(name);
  await second.says("asks");
  await first.kill();
  await second.says("begins");
});
