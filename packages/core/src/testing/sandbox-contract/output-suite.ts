import { describe, expect, it } from "vitest";
import { isThere, start, type Given } from "./given.ts";

const TEN_MEGABYTES = 10 * 1_048_576;

async function countBytes(stream: ReadableStream<Uint8Array>, onChunk: () => Promise<void>): Promise<number> {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    await onChunk();
  }
  return size;
}

const aMoment = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

export function outputSuite({ capabilities, sharedGiven }: Given): void {
  describe("the output of a command", () => {
    it("may be large and its reader slow", async () => {
      const { sandbox, files } = await sharedGiven();
      await files.write("big", new Uint8Array(TEN_MEGABYTES).fill(120));
      const process = await sandbox.spawn({ command: "cat big; echo end >&2; exit 3" });
      let slowChunks = 100;
      const [size, stderr, { exitCode }] = await Promise.all([
        countBytes(process.stdout, () => (slowChunks-- > 0 ? aMoment() : Promise.resolve())),
        new Response(process.stderr).text(),
        process.wait(),
      ]);
      expect({ size, stderr, exitCode }).toEqual({ size: TEN_MEGABYTES, stderr: "end\n", exitCode: 3 });
    });

    it("is kept for a reader that comes after the end", async () => {
      const { sandbox } = await sharedGiven();
      const process = await sandbox.spawn({ command: "echo out; echo err >&2" });
      await process.wait();
      expect(await new Response(process.stdout).text()).toBe("out\n");
      expect(await new Response(process.stderr).text()).toBe("err\n");
    });

    it("does not have to be read", async () => {
      const { sandbox } = await sharedGiven();
      const process = await sandbox.spawn({ command: "echo out; echo err >&2; exit 4" });
      await process.stdout.cancel();
      expect(await process.wait()).toEqual({ exitCode: 4 });
    });

    it("need not be text", async () => {
      const { sandbox } = await sharedGiven();
      const process = await sandbox.spawn({ command: "printf 'a\\377\\376\\000b'" });
      const exact = [0x61, 0xff, 0xfe, 0x00, 0x62];
      const asLatin1 = [0x61, 0xc3, 0xbf, 0xc3, 0xbe, 0x00, 0x62];
      const expected = capabilities.background ? exact : asLatin1;
      expect([...(await new Response(process.stdout).bytes())]).toEqual(expected);
      expect(await sandbox.run({ command: "printf '\\377'" })).toMatchObject({ exitCode: 0 });
    });

    it("may be endless: an abort ends it", async () => {
      const { sandbox } = await sharedGiven();
      const stop = new AbortController();
      const command = "echo started > started; while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done";
      const { process, ended } = start(sandbox, { command, abortSignal: stop.signal });
      const reading = process.then((started) => countBytes(started.stdout, async () => stop.abort()));
      if (!capabilities.background) setTimeout(() => stop.abort(), 300);
      expect((await ended).exitCode).toBe(137);
      await reading;
    });

    if (capabilities.background) {
      it("comes while the command runs", async () => {
        const { sandbox, files } = await sharedGiven();
        const command = "echo first; until [ -e go ]; do sleep 0.02; done; echo second";
        const process = await sandbox.spawn({ command });
        const reader = process.stdout.getReader();
        const next = async () => new TextDecoder().decode((await reader.read()).value);
        expect(await next()).toBe("first\n");
        await files.write("go", new Uint8Array(1));
        expect(await next()).toBe("second\n");
        expect((await reader.read()).done).toBe(true);
      });

      it("holds the command back while nobody reads it", async () => {
        const { sandbox, files } = await sharedGiven();
        await files.write("big", new Uint8Array(TEN_MEGABYTES));
        const process = await sandbox.spawn({ command: "cat big; echo done > done" });
        const reader = process.stdout.getReader();
        await reader.read();
        await sandbox.run({ command: "sleep 0.2" });
        expect(await isThere(files, "done")).toBe(false);
        await process.kill();
      });
    } else {
      it("comes when the command has ended", async () => {
        const { sandbox, files } = await sharedGiven();
        const process = await sandbox.spawn({
          command: "echo first; sleep 0.1; echo second; echo done > done",
        });
        expect(await isThere(files, "done")).toBe(true);
        expect(await new Response(process.stdout).text()).toBe("first\nsecond\n");
      });
    }
  });
}
