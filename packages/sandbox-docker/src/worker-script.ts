import { CLOSE_INHERITED, quote } from "@workspace-agent/sandbox-process";
import { POWERLESS } from "./rights.ts";

/** The variable that marks each process of a container with its worker. */
export const MARK = "WORKSPACE_AGENT_MARK";

/**
 * Finds processes by their environment and rights, with the builtins of bash only, so that it works where no process can be started any more.
 * `look` sets `owner` to the mark of a process, to `?` where it has none, or to nothing when it is gone or another user's; a process that is
 * just starting, or becoming another program, has no mark for a moment. `powerless` tells commands, which can fake a mark, from workers.
 */
export const LOOK = `
exec {never}<> <(:)
nap() { IFS= read -r -t "$1" -u "$never"; }
# All at once: a file read line by line is generated again for each line, and a line is lost when its length changes in between.
status() { IFS= read -r -d '' text < "/proc/$1/status"; }
look() {
  local entry text tries=0 environment
  while :; do
    owner= environment=() text=
    mapfile -d '' -t environment < "/proc/$1/environ"
    for entry in "\${environment[@]}"; do
      [[ $entry == ${MARK}=?* ]] && owner=\${entry#*=} && return
    done
    status "$1"
    [[ $text == *$'\\nState:\\t'[ZX]* ]] && return
    [[ $text == *$'\\nUid:\\t'"$EUID"$'\\t'* ]] || return
    owner='?'
    ((++tries > 3)) && return
    nap 0.002
  done
}
powerless() {
  local text=
  status "$1"
  [[ $text == *$'\\nCapPrm:\\t'+(0)$'\\n'* ]]
}
`;

/** Reads the script, which no argument list shows, closes the worker's descriptors, and runs the script. */
const RUN = `IFS= read -r -d "" __script <&9; ${CLOSE_INHERITED}; eval "unset -v __script; $__script"`;

/**
 * Reads commands from its standard input: three tokens, mode, columns, rows, directory and script, with NUL after each. It reports the
 * start of a command by the first token and `S`. After its end it kills the processes that remain, and reports on both streams: the second token,
 * or the third where there are processes of unknown origin, with `E` and the exit code. A command with input gets the rest of the standard
 * input and is the last; the first token and `I` report that it reads no more. Each command gets both streams newly opened, so that it
 * cannot change how they behave.
 */
export const WORKER = `
trap : TERM
exec 3>&1 4>&2 >/dev/null 2>&1 {in}<&0 </dev/null
${LOOK}
set -m
mark=$${MARK} run=${quote(RUN)}
printf -v inside %q "$run"
sweep() {
  local path round=0 left=1
  kill -KILL -- "-$pid"
  while ((left && round++ < 200)); do
    left=0 strangers=0
    for path in /proc/[0-9]*; do
      path=\${path#/proc/}
      ((path == $$ || path == 1)) && continue
      look "$path"
      if [[ $owner == "$mark" ]]; then kill -KILL "$path"; left=1
      elif [[ -n $owner ]] && powerless "$path"; then ((strangers++)); fi
    done
    ((left)) && nap 0.001
  done
}
say() {
  until printf '\\x1e%s%s\\n' "$1" "$2" >&"$3"; do nap 0.01; done
}
start() {
  # A short text is in the pipe at once, without a process to write it.
  if ((\${#script} < 900)); then exec 9<<< "$script"
  else exec 9< <(printf '%s\\0' "$script"); fi
  if [[ $mode == *terminal* ]]; then
    ${POWERLESS} script --quiet --flush --return --command "stty columns $columns rows $rows; TERM=xterm-256color exec bash -c $inside bash" /dev/null <&8 >/proc/self/fd/3 2>/proc/self/fd/4 3>&- 4>&- 8<&- {in}<&- {never}<&- &
  else
    ${POWERLESS} bash -c "$run" bash <&8 >/proc/self/fd/3 2>/proc/self/fd/4 3>&- 4>&- 8<&- {in}<&- {never}<&- &
  fi
  pid=$!
  exec 8<&- 9<&-
  while :; do
    wait "$pid"
    code=$?
    kill -0 "$pid" || break
  done
  sweep
}
printf 'ready %s\\n' $$ >&3
next() { IFS= read -r -d '' "$1" <&"$in"; }
while next begin && next clean && next dirty && next mode && next columns && next rows && next directory && next script; do
  strangers=0 code=1
  if cd -- "$directory" 2>/proc/self/fd/4; then
    if [[ $mode == *input* ]]; then exec 8< <(cat <&"$in"; say "$begin" I 3)
    else exec 8< /dev/null; fi
    say "$begin" S 4
    start
  fi
  ((strangers)) && clean=$dirty
  say "$clean" "E$code" 4
  say "$clean" "E$code" 3
  [[ $mode == *input* ]] && break
done
`;
