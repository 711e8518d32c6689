import { access } from "node:fs/promises";

/**
 * The kernel lets the owner of these write to them without any capability; where the service runs as root, that owner is
 * who a command is to the host. They are covered for every user alike.
 */
const READ_ONLY = [
  "/proc/sys",
  "/proc/sysrq-trigger",
  "/proc/irq",
  "/proc/bus",
  "/proc/fs",
  "/proc/acpi",
  "/proc/scsi",
  "/proc/mtrr",
];
const HIDDEN = [
  "/proc/kcore",
  "/proc/keys",
  "/proc/kmsg",
  "/proc/kpagecgroup",
  "/proc/kpagecount",
  "/proc/kpageflags",
  "/proc/pagetypeinfo",
  "/proc/sched_debug",
  "/proc/slabinfo",
  "/proc/timer_list",
  "/proc/vmallocinfo",
];

/** What a process may not change, and what it may not read, of the parts of `/proc` that are the whole host's. */
export interface CoveredProc {
  readonly readOnly: readonly string[];
  readonly hidden: readonly string[];
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const there = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, index) => there[index]);
}

/** Those that this kernel has: nothing can be put over what is not there. */
export async function coveredProc(): Promise<CoveredProc> {
  return { readOnly: await existing(READ_ONLY), hidden: await existing(HIDDEN) };
}
