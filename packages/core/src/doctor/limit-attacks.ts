import type { Attack } from "./attack.ts";

/** What a workspace has while its limits are tried. */
export const LIMITS = { memoryMb: 256, diskMb: 64 } as const;

/** Some limits are checked from time to time. An attack that such a limit ends does not wait this long, even on a busy machine. */
const LONGEST_CHECK_SECONDS = 30;

/** Writes in pieces with pauses, as a long-running program does. */
const fill = (folder: string) =>
  `mkdir -p ${folder}/fill; for n in $(seq 200); do head -c 1048576 /dev/zero > ${folder}/fill/$n || exit; sleep 0.02; done; sleep ${LONGEST_CHECK_SECONDS}; echo ESCAPED`;
const inodes = (folder: string) =>
  `mkdir -p ${folder}/inodes; perl -e 'for (1 .. 40000) { open(F, ">", "${folder}/inodes/$_") or exit; select(undef, undef, undef, 0.05) if $_ % 1000 == 0 } sleep ${LONGEST_CHECK_SECONDS}; print "ESCAPED\\n"'`;
/** Two processes that wait until both have their memory. */
const allocation = [
  'pipe(R, W); pipe(S, X); if ($own = fork) { close W; close S } else { close R; close X } $b = "x" x (180 << 20)',
  'if (!$own) { syswrite(W, "x"); exit(sysread(S, $c, 1) ? 0 : 1) }',
  'exit unless sysread(R, $c, 1); syswrite(X, "x"); waitpid($own, 0); print "ESCAPED\\n" if $? == 0',
].join("; ");
const clean = (folder: string) => `rm -rf ${folder}/fill ${folder}/inodes`;

/** At the limits of the workspace itself (`LIMITS`). */
export const LIMIT_ATTACKS: readonly Attack[] = [
  {
    name: "hold more memory than its limit, by two processes together",
    script: `perl -e '${allocation}'`,
  },
  {
    name: "start any number of processes",
    script: `perl -e '$n = 0; while ($n < 8000) { $pid = fork; last unless defined $pid; if (!$pid) { sleep 20; exit } $n++; push @all, $pid } print "ESCAPED\\n" if $n == 8000; kill "KILL", @all'`,
  },
  ...["/workspace", "/tmp", '"$HOME"', "/mnt/afs"].flatMap((folder) => [
    { name: `fill the disk by ${folder}`, script: fill(folder), undo: clean(folder) },
    { name: `take up any number of inodes by ${folder}`, script: inodes(folder), undo: clean(folder) },
  ]),
].map((attack) => ({ ...attack, isInsideOnly: true }));

/** At what each process of a sandbox should have been given. */
export const STATE_ATTACKS: readonly Attack[] = [
  { name: "make every system call", script: "grep -q '^Seccomp:.*[12]$' /proc/self/status || echo ESCAPED" },
  {
    name: "gain a privilege by a program",
    script: "grep -q '^NoNewPrivs:.*1$' /proc/self/status || echo ESCAPED",
  },
  {
    name: "use a capability",
    script: "grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status || echo ESCAPED",
  },
];
