import { canAccess } from "./can-access.ts";

/**
 * The owner of these files may write to them without any capability. Where the service runs as root, commands are that owner to the
 * kernel. They are covered for every user alike.
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
const MASKED = [
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

/** The files of `/proc` that describe the host as a whole, and that commands may not write or not read. */
export interface MaskedProc {
  readonly readOnly: readonly string[];
  readonly masked: readonly string[];
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const exist = await Promise.all(paths.map((path) => canAccess(path)));
  return paths.filter((_, index) => exist[index]);
}

/** Those that this kernel has: nothing can be mounted on an absent file. */
export async function maskedProc(): Promise<MaskedProc> {
  return { readOnly: await existing(READ_ONLY), masked: await existing(MASKED) };
}
