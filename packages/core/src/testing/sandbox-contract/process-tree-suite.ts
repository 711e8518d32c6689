import { describe, expect, it } from "vitest";
import { beats, eventually, growing, growth, isThere, start, unique, type Given } from "./given.ts";

/** The ways in which a process gets away from the shell that started it, each with the file that it writes. */
const ESCAPES = {
  child: `( ${beats("child")} ) &`,
  setsid: `setsid bash -c '${beats("setsid")}' &`,
  nohup: `nohup bash -c '${beats("nohup")}' >/dev/null 2>&1 &`,
  forked: `( ( bash -c '${beats("forked")}' & ) & )`,
  daemon: `( setsid bash -c 'exec </dev/null >/dev/null 2>&1; trap "" TERM HUP INT; ${beats("daemon")}' & )`,
};
const FILES = Object.keys(ESCAPES);
const ESCAPE = Object.values(ESCAPES).join("\n");

export function processTreeSuite({ capabilities, made, sharedGiven }: Given): void {
  if (!capabilities.background) {
    describe("what a command starts", () => {
      it("has ended with it", async () => {
        const place = await sharedGiven();
        const { stdout } = await place.sandbox.run({
          command: "(sleep 0.1; echo late > late) & echo at once",
        });
        expect(stdout).toBe("at once\n");
        expect(await growing(place, ["late"])).toEqual([]);
      });
    });
    return;
  }

  describe("what a command starts", () => {
    const marked = async () => {
      const marker = unique("MARK");
      const place = await sharedGiven();
      const remaining = async () => (await made().hostProcesses?.(marker)) ?? [];
      return { marker, place, remaining };
    };

    it("is killed with it, however it got away", async () => {
      const { marker, place, remaining } = await marked();
      const stop = new AbortController();
      const { ended } = start(place.sandbox, {
        command: `${ESCAPE}\nsleep 300`,
        env: { MARKER: marker },
        abortSignal: stop.signal,
      });
      for (const file of FILES) await eventually(`${file} is written`, () => isThere(place.files, file));
      if (made().hostProcesses !== undefined)
        await eventually("all of it is seen", async () => (await remaining()).length > FILES.length);
      stop.abort();
      expect(await ended).toEqual({ exitCode: 137 });
      expect(await remaining()).toEqual([]);
      expect(await growing(place, FILES)).toEqual([]);
    });

    it("is ended when it ends by itself", async () => {
      const { marker, place, remaining } = await marked();
      const written = FILES.map((file) => `[ -s ${file} ]`).join(" && ");
      const { exitCode } = await place.sandbox.run({
        command: `${ESCAPE}\nuntil ${written}; do sleep 0.02; done; exit 9`,
        env: { MARKER: marker },
      });
      expect(exitCode).toBe(9);
      expect(await remaining()).toEqual([]);
      expect(await growing(place, FILES)).toEqual([]);
    });

    it("does not delay its end by holding the output open", async () => {
      const { marker, place, remaining } = await marked();
      const result = await place.sandbox.run({ command: "sleep 300 & echo hi", env: { MARKER: marker } });
      expect(result).toEqual({ exitCode: 0, stdout: "hi\n", stderr: "" });
      expect(await remaining()).toEqual([]);
    });

    it("lives on beside later commands while the command itself runs", async () => {
      const { place } = await marked();
      const { process } = start(place.sandbox, { command: `${ESCAPE}\nwait` });
      for (const file of FILES) await eventually(`${file} is written`, () => isThere(place.files, file));
      await growth(place, FILES);
      await (await process).kill();
      expect(await growing(place, FILES)).toEqual([]);
    });
  });
}
