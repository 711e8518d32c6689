import { describe, expect, it } from "vitest";
import type { CompleteVolume } from "../../ports/volume.ts";
import { bytes, eventually, textOf } from "../sandbox-contract/given.ts";
import { ESCAPED } from "../../doctor/attack.ts";
import type { EscapeGiven } from "./describe-escapes.ts";

/** The folder is swapped many times during each. */
const ROUNDS = 300;

/** What a call gives as text, or nothing where it is refused. */
async function attempt(call: () => Promise<unknown>): Promise<string> {
  try {
    return String(await call());
  } catch {
    return "";
  }
}

/** The calls of the file API that a command could lead astray by changing what is at a path; each gives what came to light. */
const CALLS: Readonly<Record<string, (files: CompleteVolume) => Promise<string>>> = {
  "a read": (files) => attempt(() => textOf(files, "d/secret")),
  "a listing": (files) =>
    attempt(async () =>
      (await files.list("d", { recursive: true })).entries.map(({ name }) => name).join("\n"),
    ),
  "a write": (files) => attempt(() => files.write("d/written", bytes("x"))),
  "a move": async (files) => {
    await files.write("moved", bytes("x"));
    return attempt(async () => (await files.move("moved", "d/moved", { overwrite: true })).name);
  },
  "a removal": (files) => attempt(() => files.remove("d/removed")),
  "an unpacking": async (files) => {
    const staging = await files.stage();
    try {
      await staging.write("unpacked", bytes("x"));
      return await attempt(() => staging.commit("d"));
    } finally {
      await staging.discard();
    }
  },
};

/** Against the service, which works on the same files: what commands make of them must not lead it out of the volume. */
export function volumeEscapes(given: EscapeGiven): void {
  describe("at the file API: a command", () => {
    const leads = (link: string) => given.place().sandbox.run({ command: link, env: given.env() });
    const onHost = async (script: string) => {
      const folder = given.place().files.hostPath ?? "";
      return (await given.made().onHost(script, { folder, env: given.env() })).stdout;
    };
    const target = '$(dirname "$SECRET_FILE")';

    it("cannot have it read the host through a link", async () => {
      const { files } = given.place();
      await leads('rm -rf d f; ln -s "$SECRET_FILE" f; ln -s "$(dirname "$SECRET_FILE")" d');
      expect(await onHost("cat f; cat d/secret")).toContain(ESCAPED);
      expect(await attempt(() => textOf(files, "f"))).toBe("");
      for (const call of Object.values(CALLS)) expect(await call(files)).not.toContain(ESCAPED);
      expect(await onHost(`ls ${target}`)).not.toMatch(/^(written|moved|unpacked)$/m);
    });

    it("cannot have it change a file that has another name outside", async () => {
      const { files } = given.place();
      const link = 'rm -f hard; ln "$SECRET_FILE" hard';
      await leads(link);
      expect(await files.stat("hard")).toBeNull();
      await onHost(link);
      expect(await files.stat("hard")).not.toBeNull();
      await attempt(() => files.write("hard", bytes("x")));
      expect(await onHost('cat "$SECRET_FILE"')).toContain(ESCAPED);
      await onHost("rm -f hard");
    });

    it.for(Object.entries(CALLS))(
      "cannot lead %s out by swapping a folder for a link meanwhile",
      async ([, call]) => {
        const { sandbox, files } = given.place();
        const stop = new AbortController();
        await onHost(`touch ${target}/removed`);
        const swap =
          'rm -rf d go; target=$(dirname "$SECRET_FILE"); touch go; ' +
          'while :; do rm -rf d; mkdir d; touch d/secret d/removed; rm -rf d; ln -s "$target" d; done';
        const process = await sandbox.spawn({ command: swap, env: given.env(), abortSignal: stop.signal });
        await eventually("the folder is swapped", async () => (await files.stat("go")) !== null);
        const watched = `while [ $SECONDS -lt 20 ]; do read -r line < d/secret && [ -n "$line" ] && { echo "$line"; break; }; done 2>/dev/null`;
        expect(await onHost(watched), "one that follows links is led out").toContain(ESCAPED);
        for (let round = 0; round < ROUNDS; round++) expect(await call(files)).not.toContain(ESCAPED);
        stop.abort();
        await process.wait();
        const there = await onHost(`ls ${target}`);
        expect(there).toContain("removed");
        expect(there).not.toMatch(/^(written|moved|unpacked)$/m);
      },
    );
  });
}
