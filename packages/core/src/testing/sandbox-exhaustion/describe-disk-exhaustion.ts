import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SandboxSpec } from "../../ports/sandbox.ts";
import { quotaOf } from "../../quota/quota-of.ts";
import type { EscapesUnderTest } from "../sandbox-escapes/escapes-under-test.ts";
import { unique } from "../sandbox-contract/given.ts";

/** A command that fills the disk without an end. Where the file system itself refuses it, it ends with 28 (`ENOSPC`). */
export interface DiskAttack {
  /** Ends "a command that …". */
  readonly name: string;
  /** What it uses up. */
  readonly uses: "bytes" | "inodes" | "removed files";
  /** The folders of a sandbox that it fills, as `$DIR`. */
  readonly folders: readonly string[];
  readonly script: string;
}

const EVERYWHERE = ["/workspace", "/mnt/afs", "/tmp", "$HOME"];
const endlessly = (work: string) => `perl -e 'for (my $i = 0;; $i++) { ${work} }'`;

export const DISK_ATTACKS: readonly DiskAttack[] = [
  {
    name: "writes many files",
    uses: "bytes",
    folders: EVERYWHERE,
    script: endlessly(
      'open(my $f, ">", "$ENV{DIR}/f$i") or exit 28; syswrite($f, "x" x 1048576) == 1048576 or exit 28',
    ),
  },
  {
    name: "makes empty files",
    uses: "inodes",
    folders: EVERYWHERE,
    script: endlessly('open(my $f, ">", "$ENV{DIR}/f$i") or exit 28'),
  },
  {
    name: "makes links",
    uses: "inodes",
    folders: ["/workspace"],
    script: endlessly('symlink("nowhere", "$ENV{DIR}/l$i") or exit 28'),
  },
  {
    name: "makes folders",
    uses: "inodes",
    folders: ["$HOME"],
    script: endlessly('mkdir("$ENV{DIR}/d$i") or exit 28; select(undef, undef, undef, 0.01) unless $i % 100'),
  },
  {
    name: "writes files of which it removes the names",
    uses: "removed files",
    folders: ["/workspace", "$HOME"],
    script: `perl -e 'my @open; for (my $i = 0;; $i++) { open(my $f, ">", "$ENV{DIR}/f") or exit 28; unlink "$ENV{DIR}/f"; syswrite($f, "x" x 1048576); push @open, $f if $i < 900; syswrite($open[rand @open], "x" x 1048576) }'`,
  },
  {
    name: "hides what it writes in folders that nobody may read",
    uses: "bytes",
    folders: ["/workspace"],
    script: endlessly(
      'my $d = "$ENV{DIR}/d$i"; mkdir $d or exit 28; open(my $f, ">", "$d/f") or exit 28; syswrite($f, "x" x 1048576); chmod 0, $d',
    ),
  },
];

type DiskUnderTest = Pick<EscapesUnderTest, "provider" | "volumes" | "remove">;

const DISK_MB = 16;
const QUOTA = quotaOf(DISK_MB);
const KILLED = 137;
const FULL = 28;

/**
 * Shows that commands cannot use more of the disk than they may, on any path that they can write to: they are ended while they write, what they left can
 * be removed, and others are not kept from working.
 */
export function describeDiskExhaustion(
  name: string,
  attacks: readonly (DiskAttack & { readonly folder: string })[],
  make: () => DiskUnderTest | Promise<DiskUnderTest>,
): void {
  describe(`${name}: the disk`, () => {
    let made: DiskUnderTest | undefined;
    const given = () => {
      if (made === undefined) throw new Error("The sandboxes are there within tests only.");
      return made;
    };
    beforeAll(async () => {
      made = await make();
      await made.provider.start();
    });
    afterAll(async () => {
      await made?.provider.close();
      await made?.volumes.close();
      await made?.remove?.();
    });

    async function open() {
      const { provider, volumes } = given();
      const workspaceId = unique("ws");
      const spec: SandboxSpec = {
        workspaceId,
        tenant: "default",
        labels: {},
        mounts: [
          { target: "/workspace", volume: await volumes.workspace(workspaceId, QUOTA), access: "write" },
          { target: "/mnt/afs", volume: await volumes.shared(unique("tenant"), QUOTA), access: "write" },
        ],
        image: null,
        cpus: 1,
        memoryMb: 256,
        diskMb: DISK_MB,
        network: "none",
      };
      return { workspaceId, sandbox: await provider.open(spec) };
    }

    it.for(attacks)(
      "a command that $name in $folder is ended, and what it left can be removed",
      async ({ folder, script }) => {
        const { provider } = given();
        const { workspaceId, sandbox } = await open();
        const neighbour = await open();
        const filled = await sandbox.run({ command: `export DIR=${folder}; ${script}` });
        expect([KILLED, FULL]).toContain(filled.exitCode);
        if (filled.exitCode === KILLED)
          expect(filled.stderr).toMatch(/\[disk full: .* (MiB|at most \d+); the command was killed\]/);
        expect(await neighbour.sandbox.run({ command: "echo x > f; cat f" })).toMatchObject({
          stdout: "x\n",
        });
        const more = await sandbox.run({ command: `echo x > ${folder}/more; echo "status $?"` });
        // What was only held open went with the command.
        const isFull = more.stderr.includes("nothing can be written until some of it is removed");
        expect(more.exitCode).toBe(0);
        if (isFull) {
          expect(more.stdout).toBe("status 1\n");
          expect(more.stderr).toContain("File too large");
        }
        const removed = await sandbox.run({
          command: `chmod -R u+rwx ${folder}; find ${folder} -mindepth 1 -delete; ls -A ${folder}`,
        });
        expect(removed.stdout).toBe("");
        expect(await sandbox.run({ command: `echo x > ${folder}/f; cat ${folder}/f` })).toMatchObject({
          exitCode: 0,
          stdout: "x\n",
          stderr: "",
        });
        await provider.remove(workspaceId);
        await provider.remove(neighbour.workspaceId);
      },
    );
  });
}

/** Each attack with each of its folders. */
export const inEachFolder = (attacks: readonly DiskAttack[]) =>
  attacks.flatMap((attack) => attack.folders.map((folder) => ({ ...attack, folder })));

/** The first attack on each thing that can be used up, with its first folder. */
export const oneOfEachKind = (attacks: readonly DiskAttack[]) =>
  [...Map.groupBy(attacks, ({ uses }) => uses).values()].flatMap(([attack]) =>
    attack === undefined ? [] : inEachFolder([attack]).slice(0, 1),
  );
