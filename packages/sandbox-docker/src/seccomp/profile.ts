import { ALLOWED_CALLS } from "./allowed-calls.ts";

const ALLOW = "SCMP_ACT_ALLOW";
const REFUSE = "SCMP_ACT_ERRNO";
const ENOSYS = 38;

/** CLONE_NEWNS | NEWCGROUP | NEWUTS | NEWIPC | NEWUSER | NEWPID | NEWNET of clone(2). */
const NEW_NAMESPACES = 0x7e02_0000;

/** Unix, IPv4, IPv6 and netlink. Others, such as vsock (the hypervisor) and AF_ALG (the kernel's ciphers), bypass a container's network. */
const FAMILIES = [1, 2, 10, 16];

/** Linux, with and without 16-bit ids or random addresses; the last one queries the current personality. */
const PERSONALITIES = [0, 0x8, 0x2_0000, 0x2_0008, 0x4_0000, 0xffff_ffff];

/** Allows a call where its first argument is one of these values; `SCMP_CMP_MASKED_EQ`: where it has none of their bits. */
const whereFirst = (op: "SCMP_CMP_EQ" | "SCMP_CMP_MASKED_EQ", name: string, values: readonly number[]) =>
  values.map((value) => ({ names: [name], action: ALLOW, args: [{ index: 0, value, valueTwo: 0, op }] }));

/**
 * The filter of system calls, as engines read it. Refuses all calls that are not listed, and programs of other machines (32 bits). The filters
 * of engines differ: Docker's allows io_uring before version 25, and vsock before 23.
 */
export function seccompProfile(): string {
  const machines = ["SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"];
  return JSON.stringify({
    defaultAction: REFUSE,
    defaultErrnoRet: 1,
    archMap: machines.map((architecture) => ({ architecture, subArchitectures: [] })),
    syscalls: [
      { names: ALLOWED_CALLS, action: ALLOW },
      ...whereFirst("SCMP_CMP_MASKED_EQ", "clone", [NEW_NAMESPACES]),
      // Its flags are in memory, which no filter can read; libraries fall back to `clone`.
      { names: ["clone3"], action: REFUSE, errnoRet: ENOSYS },
      ...whereFirst("SCMP_CMP_EQ", "socket", FAMILIES),
      ...whereFirst("SCMP_CMP_EQ", "personality", PERSONALITIES),
    ],
  });
}
