import { describe, expect, it } from "vitest";
import { seccompFilter, type Machine } from "./filter.ts";
import { CLONE, CLONE3, IOCTL, NAMING, REFUSED, SOCKET, UNSHARE } from "./refused-calls.ts";

const ALLOWED = "allowed";
const EPERM = 1;
const ENOSYS = 38;
const AUDIT_ARCH = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

/** Runs a filter like the kernel on the number, machine and arguments of a call. */
function outcome(machine: Machine, call: number, args: readonly number[] = [], arch = AUDIT_ARCH[machine]) {
  const program = new DataView(seccompFilter(machine).buffer);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call, true);
  data.setUint32(4, arch, true);
  for (const [index, value] of args.entries()) data.setBigUint64(16 + 8 * index, BigInt(value), true);
  let loaded = 0;
  for (let at = 0; ; at++) {
    const code = program.getUint16(at * 8, true);
    const value = program.getUint32(at * 8 + 4, true);
    const jump = (holds: boolean) => (at += program.getUint8(at * 8 + (holds ? 2 : 3)));
    if (code === 0x20) loaded = data.getUint32(value, true);
    else if (code === 0x05) at += value;
    else if (code === 0x15) jump(loaded === value);
    else if (code === 0x35) jump(loaded >= value);
    else if (code === 0x45) jump((loaded & value) !== 0);
    else if (code === 0x06) return value === 0x7fff_0000 ? ALLOWED : value & 0xffff;
    else throw new Error(`There is no instruction ${code}.`);
  }
}

describe.each(["x64", "arm64"] as const)("the filter of system calls on %s", (machine) => {
  it("refuses each listed call, and allows others", () => {
    for (const [name, numbers] of Object.entries(REFUSED)) {
      const number = numbers[machine];
      if (number !== undefined) expect({ name, is: outcome(machine, number) }).toEqual({ name, is: EPERM });
    }
    const refused = new Set(Object.values(REFUSED).map((numbers) => numbers[machine]));
    const special = [CLONE3, SOCKET].map((numbers) => numbers[machine]);
    for (let call = 0; call < 500; call++) {
      if (refused.has(call) || special.includes(call)) continue;
      expect({ call, is: outcome(machine, call) }).toEqual({ call, is: ALLOWED });
    }
  });

  it("refuses calls on the first process, also with high bits that the kernel ignores, and allows others", () => {
    for (const [name, call] of Object.entries(NAMING)) {
      for (const index of call.arguments) {
        const naming = (id: number) => Array.from({ length: 6 }, (_, at) => (at === index ? id : 7));
        for (const id of [1, 0x1_0000_0001])
          expect({ name, is: outcome(machine, call[machine], naming(id)) }).toEqual({ name, is: EPERM });
        for (const id of [0, 2, 0x101])
          expect({ name, is: outcome(machine, call[machine], naming(id)) }).toEqual({ name, is: ALLOWED });
      }
    }
  });

  it("allows new processes and threads, but no namespaces", () => {
    const SIGCHLD = 17;
    const thread = 0x3d0f00;
    for (const flags of [SIGCHLD, thread]) expect(outcome(machine, CLONE[machine], [flags])).toBe(ALLOWED);
    for (const bit of [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(outcome(machine, CLONE[machine], [bit | SIGCHLD])).toBe(EPERM);
      expect(outcome(machine, UNSHARE[machine], [bit])).toBe(EPERM);
    }
    expect(outcome(machine, UNSHARE[machine], [0x80])).toBe(EPERM);
    expect(outcome(machine, UNSHARE[machine], [0x400])).toBe(ALLOWED);
    expect(outcome(machine, CLONE3[machine])).toBe(ENOSYS);
  });

  it("refuses input into a terminal, also with high bits that the kernel ignores", () => {
    for (const request of [0x5412, 0x541c, 0x1_0000_5412])
      expect(outcome(machine, IOCTL[machine], [0, request])).toBe(EPERM);
    expect(outcome(machine, IOCTL[machine], [0, 0x5413])).toBe(ALLOWED);
  });

  it("allows only sockets of the usual families", () => {
    for (const family of [1, 2, 10, 16]) expect(outcome(machine, SOCKET[machine], [family])).toBe(ALLOWED);
    for (const family of [0, 17, 38, 40, 44]) expect(outcome(machine, SOCKET[machine], [family])).toBe(97);
  });

  it("refuses calls of another machine or ABI", () => {
    expect(outcome(machine, 1, [], 0x4000_0003)).toBe(ENOSYS);
    if (machine === "x64") expect(outcome(machine, 0x4000_0000 + 250)).toBe(ENOSYS);
  });
});
