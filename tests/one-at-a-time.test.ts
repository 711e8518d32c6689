import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const MODULE = JSON.stringify(join(import.meta.dirname, "..", "scripts", "one-at-a-time.mjs"));

/** A process that does work under a name until `end`. */
function worker(name: string) {
  const script = `import { Server } from "node:net";
    import { oneAtATime } from ${MODULE};
    const { listen } = Server.prototype;
    let attempts = 0;
    Server.prototype.listen = function (...given) {
      console.log("attempt " + ++attempts);
      return listen.apply(this, given);
    };
    console.log("asks");
    await oneAtATime(${JSON.stringify(name)}, async () => {
      console.log("begins");
      await new Promise((resolve) => process.stdin.once("data", resolve));
    });
    console.log("has ended");
    process.stdin.destroy();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const closed = once(child, "close");
  return {
    output: () => output,
    says: (text: string) => expect.poll(() => output, { timeout: 20_000 }).toContain(text),
    end: () => child.stdin.write("end"),
    /** What it wrote to standard error until it ended. */
    errors: async () => {
      await closed;
      return errors;
    },
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

test("a process that waits for long warns of nothing", async () => {
  const name = `test ${process.pid} c`;
  const first = worker(name);
  await first.says("begins");
  const second = worker(name);
  // Node warns of more than ten listeners.
  await second.says("attempt 12");
  first.end();
  await second.says("begins");
  second.end();
  expect(await second.errors()).toBe("");
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
