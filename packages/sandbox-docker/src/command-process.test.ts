import { PassThrough } from "node:stream";
import { silentLogger } from "@workspace-agent/core";
import { expect, it } from "vitest";
import { commandProcess } from "./command-process.ts";
import type { Ending } from "./output-words.ts";

/** A command that runs until the test ends it, and the steps that its container took. */
function runningCommand() {
  const steps: string[] = [];
  const ending = Promise.withResolvers<Ending | null>();
  const cleared = Promise.withResolvers<null>();
  const container = {
    async end() {
      steps.push("ended");
    },
    async afterwards() {
      steps.push("clearing");
      await cleared.promise;
    },
    fateOf: async () => 137,
  };
  const run = {
    stdout: new ReadableStream<Uint8Array>(),
    stderr: new ReadableStream<Uint8Array>(),
    hasBegun: Promise.resolve(true),
    ended: ending.promise,
    isFree: Promise.resolve(true),
  };
  const worker = { mark: "w1", pid: 7, stdin: new PassThrough() };
  const process = commandProcess(container, { worker, run }, false, silentLogger);
  return { process, steps, ending, cleared };
}

it("ends a command that is killed", async () => {
  const { process, steps } = runningCommand();
  await process.kill();
  expect(await process.wait()).toEqual({ exitCode: 137 });
  expect(steps).toEqual(["ended"]);
});

it("does not end what a worker runs after the command that is killed", async () => {
  const { process, steps, ending, cleared } = runningCommand();
  ending.resolve({ exitCode: 4, hasStrangers: true });
  await expect.poll(() => steps).toEqual(["clearing"]);
  const killed = process.kill();
  cleared.resolve(null);
  await killed;
  expect(await process.wait()).toEqual({ exitCode: 4 });
  expect(steps).toEqual(["clearing"]);
});
