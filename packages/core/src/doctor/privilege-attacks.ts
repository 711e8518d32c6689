import { call, ROOT, type Attack } from "./attack.ts";

/** At rights that the command's user does not have, and at parts of the kernel that are not confined by namespaces. */
export const PRIVILEGE_ATTACKS: readonly Attack[] = [
  {
    name: "mount a file system",
    script: "mkdir -p m; mount -t tmpfs none m && echo ESCAPED; umount m",
    needs: ROOT,
  },
  { name: "mount one by the newer calls", script: call(430, 430, "$tmpfs", "0"), needs: ROOT },
  {
    name: "make a namespace of users, and be root in it",
    script: "unshare --user --map-root-user true && echo ESCAPED",
    needs: "namespaces of users",
  },
  { name: "make a namespace of mounts", script: "unshare --mount true && echo ESCAPED", needs: ROOT },
  { name: "make a namespace of networks", script: "unshare --net true && echo ESCAPED", needs: ROOT },
  {
    name: "make one in a new process",
    script: call(56, 220, "0x10000000 | 17", "0", "0", "0", "0"),
    needs: "namespaces of users",
  },
  { name: "change its root", script: "chroot / true && echo ESCAPED", needs: ROOT },
  {
    name: "become another user by a program that is set to",
    prepare: 'cp "$(command -v id)" sid && chown 65534 sid && chmod 4755 sid',
    // In a folder without programs that can be run, it shows nothing.
    script: 'sid=$(./sid -u) && [ "$sid" != "$(id -u)" ] && echo ESCAPED',
    needs: ROOT,
  },
  { name: "make a device", script: "rm -f node; mknod node c 1 5 && echo ESCAPED; rm -f node", needs: ROOT },
  {
    name: "open a device that was left in its folder",
    prepare: "rm -f kmsg; mknod -m 666 kmsg c 1 11",
    script: "timeout 8 dd if=kmsg bs=8192 count=1 2>/dev/null | grep -q . && echo ESCAPED",
    needs: ROOT,
  },
  {
    name: "change a setting of the kernel",
    script:
      "cat /proc/sys/kernel/core_pattern > was && cat was > /proc/sys/kernel/core_pattern && echo ESCAPED",
    needs: ROOT,
  },
  { name: "give a file to another user", script: "touch own; chown 65534 own && echo ESCAPED", needs: ROOT },
  { name: "raise its priority", script: "renice -n -1 -p $$ >/dev/null && echo ESCAPED", needs: ROOT },
  { name: "read the kernel's messages", script: "dmesg >/dev/null && echo ESCAPED", needs: ROOT },
  { name: "use the keyrings of the host's user", script: call(250, 219, "0", "-4", "1") },
  { name: "add a key to them", script: call(248, 217, "$user", "$name", "$name", "4", "-2") },
  { name: "use io_uring", script: call(425, 425, "4", "$b"), needs: "io_uring" },
  { name: "handle faults of its memory", script: call(323, 282, "1"), needs: "userfaultfd" },
  {
    name: "load a program into the kernel",
    script: call(321, 280, "0", 'pack("L4", 2, 4, 4, 1) . $b', "128"),
    needs: ROOT,
  },
  {
    name: "measure the kernel",
    script: call(298, 241, 'pack("L L Q", 1, 112, 0) . $b', "0", "-1", "-1", "0"),
    needs: "counters of the kernel",
  },
  { name: "speak to the hypervisor", script: call(41, 198, "40", "1", "0"), needs: "virtual sockets" },
  {
    name: "use the kernel's ciphers or its way past the network's stack",
    script: `${call(41, 198, "38", "5", "0")}; ${call(41, 198, "44", "3", "0")}`,
    needs: "AF_ALG and AF_XDP",
  },
  { name: "read raw packets", script: call(41, 198, "17", "3", "0"), needs: ROOT },
];
