import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { makePlace, unique, type Place } from "../sandbox-contract/given.ts";
import { ESCAPED, type Attack } from "./attack.ts";
import type { EscapesUnderTest, MakeEscapes } from "./escapes-under-test.ts";
import { dataEscapes } from "./data-escapes.ts";
import { egressEscapes } from "./egress-escapes.ts";
import { FILE_ATTACKS } from "./file-attacks.ts";
import { FIRST_PROCESS_ATTACKS } from "./first-process-attacks.ts";
import { HOST_TARGETS } from "./host-targets.ts";
import { neighbourEscapes } from "./neighbour-escapes.ts";
import { NETWORK_ATTACKS } from "./network-attacks.ts";
import { PRIVILEGE_ATTACKS } from "./privilege-attacks.ts";
import { PROCESS_ATTACKS } from "./process-attacks.ts";
import { volumeEscapes } from "./volume-escapes.ts";

/** An attack that fails since its program is missing proves nothing. */
const PROGRAMS =
  "perl unshare nsenter mount umount mknod chroot renice taskset timeout dmesg truncate grep curl";

/** What an attack has around it. The functions are valid within tests. */
export interface EscapeGiven {
  readonly made: () => EscapesUnderTest;
  readonly place: () => Place;
  /** Where the attacks' targets are. */
  readonly env: () => Readonly<Record<string, string>>;
  /** The folder of the host that holds the targets, with the file `secret`. */
  readonly hostFolder: () => string;
  /** What the servers there answer with. */
  readonly secret: string;
}

const SUBJECTS: Readonly<Record<string, readonly Attack[]>> = {
  "the first process of its sandbox": FIRST_PROCESS_ATTACKS,
  "the host's files": FILE_ATTACKS,
  "the host's processes": PROCESS_ATTACKS,
  "the rights of others": PRIVILEGE_ATTACKS,
  "a network that it was not given": NETWORK_ATTACKS,
};

/** Shows that an attack works where nothing keeps it back; skips the test, and says so, where it does not work even there. */
async function needsToWork(context: TestContext, attack: Attack, works: () => Promise<boolean>) {
  if (await works()) return;
  if (attack.needs === undefined)
    throw new Error(`The attack does not work on the host itself: ${attack.name}`);
  console.warn(`\nSKIPPED: "cannot ${attack.name}": this machine has not ${attack.needs}\n`);
  context.skip();
}

function attacks(subject: string, list: readonly Attack[], given: EscapeGiven): void {
  describe(`at ${subject}: a command`, () => {
    it.for(list)("cannot $name", async (attack, context) => {
      const { onHost } = given.made();
      const { sandbox, files } = given.place();
      const env = given.env();
      const folder = files.hostPath ?? "";
      const onTheHost = async (script: string, where: string) =>
        (await onHost(script, { folder: where, env })).stdout.includes(ESCAPED);
      await needsToWork(context, attack, async () => {
        await onTheHost(attack.prepare ?? "true", given.hostFolder());
        return onTheHost(attack.script, given.hostFolder());
      });
      await onTheHost(attack.prepare ?? "true", folder);
      const { stdout } = await sandbox.run({
        command: attack.script,
        env: { ...env, TARGET: "1" },
        abortSignal: AbortSignal.timeout(15_000),
      });
      expect(stdout).not.toContain(ESCAPED);
    });
  });
}

/**
 * Ways out of a sandbox, the same for each that isolates. Every test first shows that its attack works without the defence,
 * and then that it fails inside.
 */
export function describeEscapes(name: string, makeEscapes: MakeEscapes): void {
  describe(`${name}: ways out of it`, () => {
    const secret = unique(ESCAPED);
    const abstract = unique("abstract");
    let current: EscapesUnderTest | undefined;
    let place: Place | undefined;
    let env: Readonly<Record<string, string>> = {};
    let hostFolder = "";
    const inTests = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error("This is there within tests only.");
      return value;
    };
    beforeAll(async () => {
      current = await makeEscapes();
      await current.provider.start();
      place = await makePlace(current);
      const made = await current.onHost("mktemp -d", { folder: "/", env: {} });
      hostFolder = made.stdout.trim();
      const { stdout } = await current.onHost(HOST_TARGETS, {
        folder: hostFolder,
        env: { SECRET: secret, ABSTRACT: abstract },
      });
      if (!stdout.includes("HOST_PID=")) throw new Error("The attacks' targets could not be started.");
      const told = stdout.matchAll(/^(\w+)=(.*)$/gm);
      env = {
        ...Object.fromEntries([...told].map(([, name = "", value = ""]) => [name, value])),
        SECRET_FILE: `${hostFolder}/secret`,
        SOCKET: `${hostFolder}/socket`,
        ABSTRACT: abstract,
      };
    });
    afterAll(async () => {
      await current?.provider.close();
      await current?.onHost('kill "$HOST_PID"; rm -rf "$PWD"', { folder: hostFolder, env });
      await current?.volumes.close();
      await current?.remove?.();
    });

    const given: EscapeGiven = {
      made: () => inTests(current),
      place: () => inTests(place),
      env: () => env,
      hostFolder: () => hostFolder,
      secret,
    };
    it("are tried with programs that are there", async () => {
      const missing = `for name in ${PROGRAMS}; do command -v "$name" >/dev/null || echo "$name"; done`;
      expect((await given.place().sandbox.run({ command: missing })).stdout).toBe("");
    });
    for (const [subject, list] of Object.entries(SUBJECTS)) attacks(subject, list, given);
    dataEscapes(given);
    egressEscapes(given);
    neighbourEscapes(given);
    volumeEscapes(given);
  });
}
