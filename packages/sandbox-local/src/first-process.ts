import { SHELL } from "./launcher.ts";

/** A descriptor that never has data, to wait on. */
export const NEVER_FD = 251;

/** A process of command `n` has the limits `MOST_LOCKS - n` and `n`. */
const MOST_LOCKS = 2 ** 40;
/** Has a bash mark itself and all that it will start. */
export const marking = (mark: number) => `ulimit -x ${MOST_LOCKS - mark} -R ${mark}`;

/**
 * The script of the first process of a sandbox. No signal from inside ends it, and no command can trace it. It starts the process of each
 * command with a mark of its own, and ends by the mark all processes that descend from it, whatever sessions, groups, parents and variables
 * they have chosen. The mark is a pair of limits: that of file locks (`RLIMIT_LOCKS`), which Linux has ignored since 2.4.25, and that of
 * real-time computing (`RLIMIT_RTTIME`), which no command may do. Each process inherits them, anyone can read them, and without a capability
 * nobody can raise them. From one command to the next, one falls and the other rises, so no process can get the mark of another command. A
 * process without a limit was just started here, unless it remains so.
 *
 * `__end` looks for the processes of commands that have ended, and kills each that is of no running command. Returns 1 where some of them are
 * left. Its first argument is 1 to spare processes without a limit.
 */
export const firstProcessScript = (otherFds: readonly number[]) => `
exec 2>/dev/null ${otherFds.map((fd) => `${fd}>&-`).join(" ")}
declare -A __live
__gone() {
  local state threads
  [[ -e $1 ]] || return 0
  IFS= read -r state <"$1/stat"
  threads=("$1"/task/*)
  [[ \${state##*) } == [XZ]* && \${#threads[@]} == 1 ]]
}
__end() {
  local -A ended
  local path left round mark spares=$1
  local -a limits locks times
  for mark in "\${@:2}"; do unset "__live[$mark]"; ended[$mark]=1; done
  for ((round = 0; round < 8; round++)); do
    left=0
    for path in /proc/[0-9]*; do
      [[ $path == /proc/1 ]] && continue
      limits=()
      mapfile -t limits <"$path/limits"
      locks=(\${limits[11]}) times=(\${limits[16]})
      mark=\${times[4]}
      if [[ -z $mark ]]; then
        __gone "$path" || left=1
      elif [[ $mark == unlimited || \${locks[4]} == unlimited ]]; then
        left=1
        ((spares)) || kill -KILL "\${path#/proc/}"
      elif [[ -z \${__live[$mark]} ]] || ((locks[4] != ${MOST_LOCKS} - mark)); then
        kill -KILL "\${path#/proc/}"
        [[ -z \${ended[$mark]} ]] || __gone "$path" || left=1
      fi
    done
    ((left)) || return 0
    ((round > 2)) && IFS= read -r -t 0.0005 -u ${NEVER_FD}
  done
  return 1
}
${SHELL}`;
