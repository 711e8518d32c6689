import { testCaller } from "../testing/index.ts";
import { expect, it } from "vitest";
import { silentLogger as logger } from "../ports/logger.ts";
import { sandboxLost } from "../ports/sandbox-loss.ts";
import type { CommandOptions, Sandbox } from "../ports/sandbox.ts";
import { SPEC } from "../ports/sandbox-spec.test-support.ts";
import { fakeClock, scriptedSandboxes } from "../testing/index.ts";
import { openWaiting, SANDBOX_WAIT_MS, SandboxWait } from "./sandbox-wait.ts";

/** A frozen sandbox whose first `away` commands are not started; what was asked of it, and of which opening. */
async function given(away: number) {
  const clock = fakeClock();
  const asked: string[] = [];
  let opened = 0;
  let left = away;
  const open = async (): Promise<Sandbox> => {
    const of = (opened += 1);
    const scripted = await scriptedSandboxes().open(SPEC);
    const run = async ({ command }: CommandOptions) => {
      asked.push(`${command} ${of}`);
      if (left-- > 0) throw sandboxLost("not_started", "It does not answer.");
      return { exitCode: 0, stdout: "", stderr: "" };
    };
    return Object.freeze({ ...scripted, run });
  };
  const wait = new SandboxWait({ clock, logger, random: () => 0 }, new AbortController().signal);
  const sandbox = await openWaiting(open, wait, testCaller());
  return { clock, asked, wait, sandbox };
}

it("a command waits for a place that is made again, and the next one goes there at once", async () => {
  const { clock, asked, sandbox } = await given(1);
  const running = sandbox.run({ command: "a" });
  await clock.advance(5_000);
  expect(await running).toMatchObject({ exitCode: 0 });
  await sandbox.run({ command: "b" });
  expect(asked).toEqual(["a 1", "a 2", "b 2"]);
  expect(sandbox.description).toBe("A scripted sandbox.");
});

it("a command's own signal ends its wait", async () => {
  const { clock, asked, sandbox } = await given(1);
  const stop = new AbortController();
  const running = sandbox.run({ command: "a", abortSignal: stop.signal });
  const refused = expect(running).rejects.toMatchObject({ detail: "It does not answer." });
  await clock.advance(0);
  stop.abort();
  await clock.advance(5_000);
  await refused;
  expect(asked).toEqual(["a 1"]);
});

it("a call that is repeated as a whole waits no longer than ten minutes, with all that its commands wait", async () => {
  const { clock, wait, sandbox } = await given(Infinity);
  const call = wait.onceBack(() => sandbox.run({ command: "a" }));
  const endedAt = call.catch(() => clock.monotonic());
  await clock.advance(3 * SANDBOX_WAIT_MS);
  await expect(call).rejects.toMatchObject({ detail: "It does not answer." });
  expect(await endedAt).toBe(SANDBOX_WAIT_MS);
});

it("the time between a wait that was given up and the next one does not count", async () => {
  const { clock, asked, sandbox } = await given(2);
  const stop = new AbortController();
  const refused = expect(sandbox.run({ command: "a", abortSignal: stop.signal })).rejects.toThrow();
  await clock.advance(0);
  stop.abort();
  await clock.advance(2 * SANDBOX_WAIT_MS);
  await refused;
  const running = sandbox.run({ command: "b" });
  await clock.advance(5_000);
  expect(await running).toMatchObject({ exitCode: 0 });
  expect(asked).toEqual(["a 1", "b 1", "b 2"]);
});

it("a command whose input is a stream is not started again: it counts as cut off", async () => {
  const { asked, sandbox } = await given(1);
  const running = sandbox.run({ command: "a", stdin: new ReadableStream() });
  await expect(running).rejects.toMatchObject({ extra: { sandbox: "cut_off" } });
  expect(asked).toEqual(["a 1"]);
});
