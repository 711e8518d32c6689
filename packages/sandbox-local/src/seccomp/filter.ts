import { CLONE, CLONE3, IOCTL, NAMING, REFUSED, SOCKET, UNSHARE } from "./refused-calls.ts";

/** The machines that filters exist for, as Node names them. */
export type Machine = "x64" | "arm64";

/** AUDIT_ARCH of linux/audit.h. */
const ARCHITECTURE = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
/** The calls of the x32 ABI are those of x86-64 with this bit. */
const X32_BIT = 0x4000_0000;

/** Errors of asm-generic/errno.h. */
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Offsets in `struct seccomp_data` (linux/seccomp.h), and the low halves of its arguments. */
const CALL = 0;
const MACHINE = 4;
const argument = (index: number) => 16 + 8 * index;

/** CLONE_NEWNS, -CGROUP, -UTS, -IPC, -USER, -PID and -NET of linux/sched.h; only `unshare` knows CLONE_NEWTIME. */
const NEW_NAMESPACES = 0x7e02_0000;
const NEW_TIME = 0x80;

/** The id of the first process inside. Like the kernel, the filter reads the low half of an id only. */
const FIRST_PROCESS = 1;

/** TIOCSTI and TIOCLINUX type into a terminal. */
const TYPING = [0x5412, 0x541c];
/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. Among the others, AF_VSOCK leaves network namespaces, and AF_ALG reaches deep into the kernel. */
const FAMILIES = [1, 2, 10, 16];

/** `struct sock_filter` of linux/filter.h. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const allow: Instruction = [0x06, 0, 0, 0x7fff_0000];
const fail = (error: number): Instruction => [0x06, 0, 0, 0x0005_0000 | error];
const skipUnlessEqual = (value: number, count: number): Instruction => [0x15, 0, count, value];
const skipUnlessAnyBit = (bits: number, count: number): Instruction => [0x45, 0, count, bits];
const skipUnlessAtLeast = (value: number, count: number): Instruction => [0x35, 0, count, value];

/** The instructions for a call of this number. One of them ends the filter. */
const when = (number: number, body: readonly Instruction[]): Instruction[] => [
  skipUnlessEqual(number, body.length),
  ...body,
];
const refuseBits = (bits: number) => [load(argument(0)), skipUnlessAnyBit(bits, 1), fail(EPERM), allow];
/** Ends the filter with `end` where an argument has one of these values. */
const whereAny = (index: number, values: readonly number[], end: Instruction) => [
  load(argument(index)),
  ...values.flatMap((value) => [skipUnlessEqual(value, 1), end]),
];
/** The body for a call that may not name the first process by any of these arguments. */
const refuseFirst = (indexes: readonly number[]) => [
  ...indexes.flatMap((index) => whereAny(index, [FIRST_PROCESS], fail(EPERM))),
  allow,
];

function instructions(machine: Machine): Instruction[] {
  const refused = Object.values(REFUSED).flatMap((numbers) => numbers[machine] ?? []);
  return [
    load(MACHINE),
    // Programs of another machine (32-bit ones) have other numbers.
    skipUnlessEqual(ARCHITECTURE[machine], 1),
    [0x05, 0, 0, 1],
    fail(ENOSYS),
    load(CALL),
    ...(machine === "x64" ? [skipUnlessAtLeast(X32_BIT, 1), fail(ENOSYS)] : []),
    ...refused.flatMap((number) => when(number, [fail(EPERM)])),
    ...Object.values(NAMING).flatMap((call) => when(call[machine], refuseFirst(call.arguments))),
    ...when(CLONE[machine], refuseBits(NEW_NAMESPACES)),
    // Its flags are behind a pointer, which no filter can follow; libraries fall back to `clone`.
    ...when(CLONE3[machine], [fail(ENOSYS)]),
    ...when(UNSHARE[machine], refuseBits(NEW_NAMESPACES | NEW_TIME)),
    ...when(IOCTL[machine], [...whereAny(1, TYPING, fail(EPERM)), allow]),
    ...when(SOCKET[machine], [...whereAny(0, FAMILIES, allow), fail(EAFNOSUPPORT)]),
    allow,
  ];
}

/** The filter of system calls as the kernel expects it: classic BPF, in the byte order of both machines. */
export function seccompFilter(machine: Machine): Uint8Array {
  const program = instructions(machine);
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, ifTrue);
    bytes.setUint8(index * 8 + 3, ifFalse);
    bytes.setUint32(index * 8 + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}
