import { describe, expect, it } from "vitest";
import {
  beats,
  eventually,
  growing,
  growth,
  isThere,
  start,
  type Given,
  type GivenSandbox,
} from "./given.ts";

async function startBeating(
  { sandbox, files }: GivenSandbox,
  path: string,
  options: { readonly group?: string; readonly abortSignal?: AbortSignal } = {},
) {
  const started = start(sandbox, { command: beats(path), ...options });
  await eventually(`${path} is written`, () => isThere(files, path));
  return started;
}

/** Rejects when one of the commands ends before the work does. */
function whileRunning<T>(work: Promise<T>, commands: Readonly<Record<string, Promise<unknown>>>): Promise<T> {
  const ends = Object.entries(commands).map(async ([name, ended]) => {
    throw new Error(`The command ${name} ended: ${JSON.stringify(await ended)}`);
  });
  return Promise.race([work, ...ends]);
}

export function killingSuite({ capabilities, made, aGiven, sharedGiven }: Given): void {
  describe("killing", () => {
    it("by abort ends the command with 137, and what it wrote before is there", async () => {
      const place = await sharedGiven();
      const stop = new AbortController();
      const { ended } = await startBeating(place, "beats", { abortSignal: stop.signal });
      stop.abort();
      expect(await ended).toEqual({ exitCode: 137 });
      expect(await growing(place, ["beats"])).toEqual([]);
    });

    it("by time-out works on a loop that does nothing else", async () => {
      const { sandbox } = await sharedGiven();
      const { exitCode } = await sandbox.run({
        command: "while :; do :; done",
        abortSignal: AbortSignal.timeout(200),
      });
      expect(exitCode).toBe(137);
    });

    it("by abort works on a command that waits", async () => {
      const { sandbox } = await sharedGiven();
      const { exitCode } = await sandbox.run({ command: "sleep 300", abortSignal: AbortSignal.timeout(100) });
      expect(exitCode).toBe(137);
    });

    it("by abort works on output without an end that nobody reads", async () => {
      const { sandbox } = await sharedGiven();
      const command = "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done";
      const { ended } = start(sandbox, { command, abortSignal: AbortSignal.timeout(300) });
      expect(await ended).toEqual({ exitCode: 137 });
    });

    it("before the start lets nothing run", async () => {
      const { sandbox, files } = await sharedGiven();
      const result = await sandbox.run({ command: "echo x > f; echo x", abortSignal: AbortSignal.abort() });
      expect(result).toEqual({ exitCode: 137, stdout: "", stderr: "" });
      expect(await files.stat("f")).toBeNull();
    });

    it("after the end changes nothing", async () => {
      const { sandbox } = await sharedGiven();
      const stop = new AbortController();
      const process = await sandbox.spawn({ command: "exit 7", abortSignal: stop.signal });
      expect(await process.wait()).toEqual({ exitCode: 7 });
      stop.abort();
      await process.kill();
      await process.kill();
      expect(await process.wait()).toEqual({ exitCode: 7 });
    });

    it("one command leaves the others alone", async () => {
      const place = await sharedGiven();
      const stop = new AbortController();
      const loop = start(place.sandbox, { command: "while :; do :; done", abortSignal: stop.signal });
      const other = start(place.sandbox, {
        command: "until [ -e go ]; do sleep 0.02; done; echo kept on",
      });
      setTimeout(() => stop.abort(), 100);
      expect(await loop.ended).toEqual({ exitCode: 137 });
      await place.files.write("go", new Uint8Array(1));
      expect(await other.ended).toEqual({ exitCode: 0 });
      expect(await new Response((await other.process).stdout).text()).toBe("kept on\n");
    });

    it("a group ends the commands of that group alone", async () => {
      const place = await aGiven();
      const first = await startBeating(place, "first", { group: "one" });
      const second = await startBeating(place, "second", { group: "one" });
      const other = await startBeating(place, "other", { group: "two" });
      const none = await startBeating(place, "none");
      await place.sandbox.killGroup("one");
      expect(await growing(place, ["first", "second"])).toEqual([]);
      await whileRunning(growth(place, ["other", "none"]), { other: other.ended, none: none.ended });
      expect([await first.ended, await second.ended]).toEqual([{ exitCode: 137 }, { exitCode: 137 }]);
      await place.sandbox.killGroup("two");
      await place.sandbox.killGroup("never used");
      expect(await other.ended).toEqual({ exitCode: 137 });
    });

    it("reaches a group that was started through another handle", async () => {
      const place = await sharedGiven();
      const { ended } = await startBeating(place, "beats", { group: "one" });
      const again = await made().provider.open(place.spec);
      await again.killGroup("one");
      expect(await ended).toEqual({ exitCode: 137 });
    });

    if (capabilities.background) {
      it("by abort works on a command that ignores signals, with all that sleeps below it", async () => {
        const place = await sharedGiven();
        const stop = new AbortController();
        const ignoring = "trap '' TERM INT HUP QUIT";
        const command = `${ignoring}; sleep infinity & (setsid sleep infinity &); ${beats("beats")}`;
        const { ended } = start(place.sandbox, { command, abortSignal: stop.signal });
        await eventually("it runs", () => isThere(place.files, "beats"));
        stop.abort();
        expect(await ended).toEqual({ exitCode: 137 });
        expect(await growing(place, ["beats"])).toEqual([]);
      });

      it("by kill() ends the command, and may be repeated", async () => {
        const place = await sharedGiven();
        const { process, ended } = await startBeating(place, "beats");
        const beating = await process;
        await Promise.all([beating.kill(), beating.kill()]);
        expect(await growing(place, ["beats"])).toEqual([]);
        expect(await ended).toEqual({ exitCode: 137 });
        expect(await new Response(beating.stdout).text()).toBe("");
        await beating.kill();
      });
    }
  });
}
