import type { Attack } from "./attack.ts";
import { FILE_ATTACKS } from "./file-attacks.ts";
import { FIRST_PROCESS_ATTACKS } from "./first-process-attacks.ts";
import { NETWORK_ATTACKS } from "./network-attacks.ts";
import { PRIVILEGE_ATTACKS } from "./privilege-attacks.ts";
import { PROCESS_ATTACKS } from "./process-attacks.ts";

/** An attack that fails since its program is missing proves nothing. */
export const PROGRAMS =
  "perl unshare nsenter mount umount mknod chroot renice taskset timeout dmesg truncate grep curl";

/** Attacks by what they aim at. */
export const SUBJECTS = {
  "the first process of its sandbox": FIRST_PROCESS_ATTACKS,
  "the host's files": FILE_ATTACKS,
  "the host's processes": PROCESS_ATTACKS,
  "the rights of others": PRIVILEGE_ATTACKS,
  "a network that it was not given": NETWORK_ATTACKS,
} as const satisfies Readonly<Record<string, readonly Attack[]>>;
