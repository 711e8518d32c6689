import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { bashesBelow, withOneWaiting } from "./plain-shell.test-support.ts";

it("without isolation, another bash runs the command where the waiting one was stopped, and pending events are read first", async () => {
  const { own, shell, waiting } = await withOneWaiting();
  const stop = async () => {
    for (const { pid } of await bashesBelow(shell)) process.kill(pid, "SIGSTOP");
  };
  await stop();
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const aborted = await own.sandbox.spawn({ command: "touch begun", abortSignal: controller.signal });
  expect(await aborted.wait()).toEqual({ exitCode: 137 });
  expect((await own.sandbox.run({ command: "ls" })).stdout).toBe("");
  await waiting();
  await stop();
  expect((await own.sandbox.run({ command: "echo ran" })).stdout).toBe("ran\n");
  await waiting();
  // The server is blocked for longer than a bash may take to respond.
  const result = own.sandbox.run({ command: "echo ran" });
  setImmediate(() => execFileSync("sleep", ["10.5"]));
  expect(await result).toEqual({ exitCode: 0, stdout: "ran\n", stderr: "" });
});
