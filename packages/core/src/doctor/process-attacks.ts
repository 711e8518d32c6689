import { call, PTRACE_SEIZE, ROOT, type Attack } from "./attack.ts";

/** At the host's processes. */
export const PROCESS_ATTACKS: readonly Attack[] = [
  {
    name: "read the environment of a process of the host",
    script: "cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'",
  },
  { name: "read the arguments of one", script: "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n'" },
  { name: "read the memory map of one", script: 'grep -q perl "/proc/$HOST_PID/maps" && echo ESCAPED' },
  { name: "send one a signal", script: 'kill -0 "$HOST_PID" && echo ESCAPED' },
  { name: "trace one", script: call(101, 117, PTRACE_SEIZE, "0 + $ENV{HOST_PID}", "0", "0") },
  { name: "change the priority of one", script: 'renice -n 1 -p "$HOST_PID" >/dev/null && echo ESCAPED' },
  {
    name: "enter the namespaces of one",
    script: 'nsenter --target "$HOST_PID" --uts true && echo ESCAPED',
    needs: ROOT,
  },
  { name: "move one to other processors", script: 'taskset -p -c 0 "$HOST_PID" >/dev/null && echo ESCAPED' },
  {
    name: "open the descriptors of one",
    script: 'cat "/proc/$HOST_PID/fd/0" && [ -e "/proc/$HOST_PID/fd/0" ] && echo ESCAPED',
  },
];
