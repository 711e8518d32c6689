import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox, SandboxProvider } from "../../ports/sandbox.ts";

/** Commands that use up a resource of the host until they are ended. Each makes the file `go` when it is under way. */
export const EXHAUSTING_COMMANDS: Readonly<Record<string, string>> = {
  "a fork bomb": "bomb() { bomb | bomb & }; touch go; bomb; sleep 300",
  "one that forks and ignores signals": `touch go; perl -e '$SIG{TERM} = $SIG{INT} = $SIG{HUP} = "IGNORE"; while (1) { fork // sleep 1 }'`,
  "one that takes all memory": "touch go; perl -e 'while (1) { push @y, \"y\" x 1048576 }'; sleep 300",
  "many that take all memory together":
    "touch go; for i in 1 2 3 4 5 6 7 8; do perl -e '$x = \"x\" x (100 * 1048576); sleep 300' & done; wait; sleep 300",
  "one that fills shared memory and /tmp":
    "touch go; head -c 10G /dev/zero > /dev/shm/x; yes > /tmp/x; sleep 300",
  "one that makes a file of 1 TB with a hole": "truncate -s 1T hole; touch go; sleep 300",
  "one that makes files by the thousand":
    "touch go; mkdir many; for i in {1..100000}; do : > many/f$i; : > /tmp/f$i; done; sleep 300",
  "one that opens descriptors without an end": `touch go; perl -e 'while (1) { open(my $f, "<", "/dev/null") ? push @f, $f : sleep 1 }'`,
  "one whose output of 10 GB nobody reads": "touch go; head -c 10G /dev/zero; sleep 300",
  "one that sleeps": "touch go; sleep infinity",
  "one that ignores what it can": "trap '' TERM INT HUP QUIT PIPE; touch go; while :; do sleep 1; done",
  "one that got away three times":
    "( setsid nohup bash -c '( ( trap \"\" TERM HUP; touch go; while :; do sleep 1; done ) & )' >/dev/null 2>&1 & ); sleep 300",
  "one that got away and took no mark along":
    '( setsid env -i MARKER="$MARKER" /bin/bash -c \'( ( trap "" TERM; touch go; while :; do /bin/sleep 1; done ) & )\' >/dev/null 2>&1 & ); sleep 300',
  "one that computes on all processors":
    "touch go; for i in 1 2 3 4 5 6 7 8; do (while :; do :; done) & done; wait",
};

/** A started provider, and what its host shows. */
export interface ExhaustionUnderTest {
  readonly provider: Pick<SandboxProvider, "remove">;
  openAnother(workspaceId: string): Promise<Sandbox>;
  /** What workspaces may leave on the host. Counts at least `least` descriptors, since those of an earlier command may just be closing. */
  traces(least?: number): Promise<{ readonly descriptors: number }>;
  /** The processes of the host that have a text in their environment. */
  processesWith(text: string): Promise<readonly number[]>;
  /** The resident memory of this process, in bytes. */
  memory(): number;
  /** The processes of a command may be seen for a moment after its end. Default false. */
  readonly endsLate?: boolean;
  remove(): Promise<void>;
}

export interface ExhaustionOptions {
  /** Default: `EXHAUSTING_COMMANDS`. */
  readonly commands?: Readonly<Record<string, string>>;
  /** How often four workspaces are used and deleted at once. Default 50; 0: never. */
  readonly rounds?: number;
}

/** Shows that commands which exhaust a resource do not disturb other workspaces, and that neither they nor deleted workspaces leave anything. */
export function describeExhaustion(
  name: string,
  make: () => Promise<ExhaustionUnderTest>,
  { commands = EXHAUSTING_COMMANDS, rounds = 50 }: ExhaustionOptions = {},
): void {
  describe(`${name}: commands that exhaust the host`, () => {
    let given: ExhaustionUnderTest;
    let other: Sandbox;

    beforeAll(async () => {
      given = await make();
      other = await given.openAnother("ws_other");
    });
    afterAll(() => given.remove());

    async function expectGone(marker: string): Promise<void> {
      const left = () => given.processesWith(marker);
      if (given.endsLate === true) await expect.poll(left).toEqual([]);
      else expect(await left()).toEqual([]);
    }

    it.for(Object.entries(commands))(
      "%s does not disturb other workspaces, and leaves nothing",
      async ([what, command]) => {
        const workspaceId = `ws_attack_${what.replaceAll(/\W/g, "_").slice(0, 60)}`;
        const marker = `marker-${crypto.randomUUID()}`;
        await other.run({ command: "true" });
        const before = await given.traces();
        const memoryBefore = given.memory();
        const sandbox = await given.openAnother(workspaceId);
        const stop = new AbortController();
        const started = await sandbox.spawn({ command, env: { MARKER: marker }, abortSignal: stop.signal });
        const isUnderWay = async () => (await sandbox.stat({ path: "/workspace/go" })) !== null;
        await expect.poll(isUnderWay).toBe(true);
        expect(await other.run({ command: "sleep 1; echo works" })).toMatchObject({ stdout: "works\n" });
        expect((await given.processesWith(marker)).length).toBeLessThanOrEqual(256);
        expect(given.memory() - memoryBefore).toBeLessThan(100 * 1_048_576);

        stop.abort();
        expect(await started.wait()).toEqual({ exitCode: 137 });
        await expectGone(marker);
        expect(await sandbox.run({ command: "echo again" })).toMatchObject({
          exitCode: 0,
          stdout: "again\n",
        });
        await started.stdout.cancel();
        await started.stderr.cancel();
        await given.provider.remove(workspaceId);
        await expect.poll(() => given.traces(before.descriptors)).toEqual(before);
      },
    );

    if (rounds === 0) return;
    it(`leave nothing after ${4 * rounds} workspaces were deleted`, async () => {
      const marker = `marker-${crypto.randomUUID()}`;
      const use = async (workspaceId: string) => {
        const sandbox = await given.openAnother(workspaceId);
        const command = "(setsid sleep 300 &); echo x > /tmp/f; cat /tmp/f";
        expect((await sandbox.run({ command, env: { MARKER: marker } })).stdout).toBe("x\n");
        await given.provider.remove(workspaceId);
      };
      await use("ws_first");
      const before = await given.traces();
      for (let round = 0; round < rounds; round++)
        await Promise.all([0, 1, 2, 3].map((index) => use(`ws_many_${round}_${index}`)));
      expect(await given.processesWith(marker)).toEqual([]);
      await expect.poll(() => given.traces(before.descriptors)).toEqual(before);
    }, 300_000);
  });
}
