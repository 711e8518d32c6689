import { describe, expect, it } from "vitest";
import {
  bytes,
  codeOf,
  eventually,
  isThere,
  start,
  streamOf,
  type Given,
  type GivenSandbox,
} from "./given.ts";

const CHUNK = 65_536;
/** More than any adapter has to hold between a stream and a command that does not read. */
const MOST_HELD = 8 * 1_048_576;

/** A stream without an end that counts what was taken from it, and whether it was cancelled. */
function endless() {
  const seen = { bytes: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        seen.bytes += CHUNK;
        controller.enqueue(new Uint8Array(CHUNK).fill(120));
        // Without a pause of its own it would keep the event loop from all else.
        await new Promise((resolve) => setTimeout(resolve, 0));
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { seen, stream };
}

/** What a command has taken in, as soon as it takes no more for a fifth of a second. */
async function taken({ sandbox }: GivenSandbox, seen: { readonly bytes: number }): Promise<number> {
  for (;;) {
    const before = seen.bytes;
    await sandbox.run({ command: "sleep 0.2" });
    if (seen.bytes === before) return before;
  }
}

export function inputSuite({ capabilities, sharedGiven }: Given): void {
  if (!capabilities.stdin) {
    describe("the standard input of a command", () => {
      it("cannot be given: nothing runs", async () => {
        const { sandbox, files } = await sharedGiven();
        const run = sandbox.run({ command: "cat > taken", stdin: streamOf("x") });
        expect(await codeOf(run)).toBe("sandbox_unavailable");
        expect(await files.stat("taken")).toBeNull();
      });
    });
    return;
  }

  describe("the standard input of a command", () => {
    it("comes byte for byte, and has an end", async () => {
      const { sandbox } = await sharedGiven();
      const given = new Uint8Array(1_500_000).map((_, index) => (index * 7 + (index >> 8)) % 256);
      const process = await sandbox.spawn({ command: "cat; printf end", stdin: new Blob([given]).stream() });
      const back = await new Response(process.stdout).bytes();
      expect(back.length).toBe(given.length + 3);
      expect(back.subarray(0, given.length).every((byte, index) => byte === given[index])).toBe(true);
      expect(await process.wait()).toEqual({ exitCode: 0 });
      expect((await sandbox.run({ command: "wc -c", stdin: streamOf("") })).stdout.trim()).toBe("0");
      expect((await sandbox.run({ command: "cat /dev/stdin", stdin: streamOf("named") })).stdout).toBe(
        "named",
      );
    });

    it("does not delay a command that waits for all that it started", async () => {
      const { sandbox } = await sharedGiven();
      const silent = new ReadableStream<Uint8Array>();
      const run = sandbox.run({ command: "sleep 0.1 & wait; wait; echo done", stdin: silent });
      expect((await run).stdout).toBe("done\n");
    });

    it("may answer what the command has written", async () => {
      const { sandbox } = await sharedGiven();
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const process = await sandbox.spawn({
        command: 'while read -r line; do echo "got $line"; done; echo end',
        stdin: readable,
      });
      const reader = process.stdout.getReader();
      for (const line of ["one", "two", "three"]) {
        await writer.write(bytes(`${line}\n`));
        expect(new TextDecoder().decode((await reader.read()).value)).toBe(`got ${line}\n`);
      }
      await writer.close();
      expect(new TextDecoder().decode((await reader.read()).value)).toBe("end\n");
      expect(await process.wait()).toEqual({ exitCode: 0 });
    });

    it("is taken no faster than the command reads", async () => {
      const place = await sharedGiven();
      const { seen, stream } = endless();
      const { ended } = start(place.sandbox, {
        command: "until [ -e go ]; do sleep 0.02; done; head -c 20000000 | wc -c > read",
        stdin: stream,
      });
      expect(await taken(place, seen)).toBeLessThan(MOST_HELD);
      await place.files.write("go", bytes("x"));
      expect(await ended).toEqual({ exitCode: 0 });
      expect(seen.bytes).toBeGreaterThan(20_000_000 - CHUNK);
    });

    it("is cancelled when the command ends first, closes it, or is killed", async () => {
      const { sandbox, files } = await sharedGiven();
      for (const command of ["head -c 1", "exec <&-; until [ -e go ]; do sleep 0.02; done", "true"]) {
        const { seen, stream } = endless();
        const { ended } = start(sandbox, { command, stdin: stream });
        await eventually("the stream is cancelled", async () => seen.isCancelled);
        await files.write("go", bytes("x"));
        expect(await ended).toEqual({ exitCode: 0 });
      }
      let isCancelled = false;
      const silent = new ReadableStream<Uint8Array>({ cancel: () => void (isCancelled = true) });
      const process = await sandbox.spawn({ command: "cat", stdin: silent });
      await process.kill();
      await eventually("the silent stream is cancelled", async () => isCancelled);
    });

    it("that fails ends the command before it sees an end", async () => {
      const { sandbox, files } = await sharedGiven();
      const stdin = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await eventually("the command reads", () => isThere(files, "started"));
          controller.error(new Error("The source is gone."));
        },
      });
      const { exitCode } = await sandbox.run({ command: "echo x > started; cat; echo x > whole", stdin });
      expect(exitCode).toBe(137);
      expect(await files.stat("whole")).toBeNull();
    });
  });
}
