import { call, PTRACE_SEIZE, ROOT, type Attack } from "./attack.ts";

const target = "0 + $ENV{TARGET}";
const traceable = "processes that may be traced";

/** A process that was just forked still has the parts of its parent. */
const begun = 'until [ "$(cat "/proc/$TARGET/comm")" = sleep ]; do :; done;';

/** The host has a process of the attacker's user instead of the first one. */
const aimed = (script: string) =>
  `[ -n "$TARGET" ] || { sleep 300 & export TARGET=$!; trap 'kill "$TARGET"' EXIT; ${begun} }; ${script}`;

/** Tries each name that something of a process has. */
const byAnyPath = (name: string, test: string) => {
  const folders = ["/proc", "/proc/self/..", "/proc/self/task/../..", "/proc/thread-self/../../.."];
  const paths = folders.map((folder) => `${folder}/$TARGET/${name}`).join(" ");
  return aimed(`for path in ${paths}; do ${test} && echo ESCAPED; done 2>/dev/null`);
};
const READS = '( exec 3< "$path" )';
const WRITES = '( exec 3>> "$path" )';
const MAY_WRITE = '[ -w "$path" ]';
const IS_THERE = '[ -e "$path" ]';

/**
 * At the process that a sandbox begins with and ends with, whose id is `$TARGET`; and at the host's programs, which it is one of or was
 * started by.
 */
export const FIRST_PROCESS_ATTACKS: readonly Attack[] = [
  { name: "trace it", script: aimed(call(101, 117, PTRACE_SEIZE, target, "0", "0")), needs: traceable },
  { name: "read its memory", script: byAnyPath("mem", READS), needs: traceable },
  { name: "change its memory", script: byAnyPath("mem", WRITES), needs: traceable },
  { name: "read its environment", script: byAnyPath("environ", READS) },
  { name: "open its program", script: byAnyPath("exe", READS) },
  { name: "write to its program", script: byAnyPath("exe", MAY_WRITE), needs: ROOT },
  { name: "write to a part of it", script: byAnyPath("map_files/*", MAY_WRITE), needs: ROOT },
  { name: "come to the root of its files", script: byAnyPath("root/usr", IS_THERE) },
  { name: "come to its working directory", script: byAnyPath("cwd/.", IS_THERE) },
  { name: "come to what it has open", script: byAnyPath("fd/0", IS_THERE) },
  {
    name: "take a descriptor of it",
    script: aimed(
      `perl -e '$n = syscall(434, ${target}, 0); print "ESCAPED\\n" if $n >= 0 and grep { syscall(438, $n, $_, 0) >= 0 } 0 .. 9'`,
    ),
    needs: traceable,
  },
  {
    name: "write to a program of the host, by what any process has open",
    script: `perl -e 'use filetest "access"; print "ESCAPED\\n" if grep { readlink($_) =~ m{^/(usr|s?bin|lib)} and -w } glob "/proc/[0-9]*/{exe,fd/*,map_files/*}"' 2>/dev/null`,
    needs: ROOT,
  },
];
