import { ALLOWED_CALLS } from "./allowed-calls.ts";

const ALLOW = "SCMP_ACT_ALLOW";
const REFUSE = "SCMP_ACT_ERRNO";
const ENOSYS = 38;

/** CLONE_NEWNS | NEWCGROUP | NEWUTS | NEWIPC | NEWUSER | NEWPID | NEWNET of clone(2). */
const NEW_NAMESPACES = 0x7e02_0000;

/** Unix, IPv4, IPv6 and netlink. Others, such as the hypervisor's (vsock) and the kernel's ciphers, are no part of a container's network. */
const FAMILIES = [1, 2, 10, 16];

/** Linux, with and without 16-bit ids or random addresses; the last asks for the current one. */
const PERSONALITIES = [0, 0x8, 0x2_0000, 0x2_0008, 0x4_0000, 0xffff_ffff];

const whereFirstIs = (name: string, values: readonly number[]) =>
  values.map((value) => ({
    names: [name],
    action: ALLOW,
    args: [{ index: 0, value, valueTwo: 0, op: "SCMP_CMP_EQ" }],
  }));

/**
 * The filter of system calls, as engines read it: what is not named is refused, and so are programs of another machine, such as 32 bits.
 * One of our own, since those of engines differ: before version 25 that of Docker lets io_uring through, before 23 virtual sockets.
 */
export function seccompProfile(): string {
  const machines = ["SCMP_ARCH_X86_64", "SCMP_ARCH_AARCH64"];
  return JSON.stringify({
    defaultAction: REFUSE,
    defaultErrnoRet: 1,
    archMap: machines.map((architecture) => ({ architecture, subArchitectures: [] })),
    syscalls: [
      { names: ALLOWED_CALLS, action: ALLOW },
      {
        names: ["clone"],
        action: ALLOW,
        args: [{ index: 0, value: NEW_NAMESPACES, valueTwo: 0, op: "SCMP_CMP_MASKED_EQ" }],
      },
      // Its flags are in memory, where no filter sees them: programs use `clone` where there is none.
      { names: ["clone3"], action: REFUSE, errnoRet: ENOSYS },
      ...whereFirstIs("socket", FAMILIES),
      ...whereFirstIs("personality", PERSONALITIES),
    ],
  });
}
