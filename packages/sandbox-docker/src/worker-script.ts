import { POWERLESS } from "./rights.ts";

/** The variable that every process of a container has: which worker it belongs to. */
export const MARK = "WORKSPACE_AGENT_MARK";

/**
 * Finds the processes inside by what their environment and their rights say, with nothing but what bash itself can do: where no process can be
 * started any more, some can still be ended. `look` sets `owner` to the mark of a process, `?` where it has none, or nothing when
 * it is gone or another user's; `powerless` whether a process is none of ours, since an environment may say anything. A process that is just being started, or replaced by another program, has no mark for a moment.
 */
export const LOOK = `
exec {never}<> <(:)
nap() { IFS= read -r -t "$1" -u "$never"; }
look() {
  local entry line tries=0 environment
  while :; do
    owner= environment=()
    mapfile -d '' -t environment < "/proc/$1/environ"
    for entry in "\${environment[@]}"; do
      [[ $entry == ${MARK}=?* ]] && owner=\${entry#*=} && return
    done
    while IFS= read -r line; do
      [[ $line == State:[[:space:]][ZX]* ]] && return
      [[ $line == Uid:* ]] && { [[ $line == Uid:[[:space:]]$EUID[[:space:]]* ]] || return; owner='?'; break; }
    done < "/proc/$1/status"
    [[ -n $owner ]] || return
    ((++tries > 3)) && return
    nap 0.002
  done
}
powerless() {
  local line
  while IFS= read -r line; do
    [[ $line == CapPrm:* ]] && { [[ \${line#*:} != *[1-9a-f]* ]]; return; }
  done < "/proc/$1/status"
  return 1
}
`;

/** Closes what the worker holds, reads its script, which no argument list shows, and becomes the command. */
const RUN = [
  `IFS= read -r -d "" __script <&9`,
  `for __fd in /proc/self/fd/*; do __fd="\${__fd##*/}"; case "$__fd" in 0|1|2|255) ;; *) eval "exec $__fd>&-";; esac; done`,
  `eval "unset -v __script __fd; $__script"`,
].join("; ");

const quoted = (text: string) => `'${text.replaceAll("'", () => `'\\''`)}'`;

/**
 * Takes commands one after another from its standard input: three tokens, mode, columns, rows, directory and script, with NUL after
 * each. The first token and `S` say that a command begins. When it has ended it kills what that one left, and then says so on both
 * streams: the second token, or the third where processes are there that it cannot account for, with `E` and the exit code. A command with
 * input has the rest of the standard input, and is the last; the first token and `I` say that it takes no more. Both streams are opened again for each command, so that it cannot change how they behave.
 */
export const WORKER = `
trap : TERM
exec 3>&1 4>&2 >/dev/null 2>&1 {in}<&0 </dev/null
${LOOK}
set -m
mark=$${MARK} run=${quoted(RUN)}
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
