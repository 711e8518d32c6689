import { LOOK } from "./worker-script.ts";

/** Has the keeper read orders, and take the next step of those that are under way, until its input ends. */
export const READING = `
begun=
while :; do
  # A read that takes too long, or is interrupted, leaves the first part of its line.
  if ((\${#mark[@]})); then IFS= read -r -t 0.01 part; else IFS= read -r part; fi
  outcome=$? begun+=$part
  if ((outcome == 0)); then
    ends=0
    order $begun
    begun=
  elif ((outcome <= 128)); then
    if ((++ends > 4)); then kill -KILL -1; exit; fi
    nap 0.5
  fi
  for id in "\${!mark[@]}"; do step "$id"; done
done
`;

/**
 * The first process of a container. It lives as long as the container: no signal from inside ends it, and it starts no process, so
 * that it works where none can be started. It reads orders from its standard input, and answers each with its id and the outcome:
 *
 * - `kill <id> <mark> <pid>`: ends the processes with a mark except the worker `pid`: TERM, after 3 s KILL, 2 s later everything in the
 *   container. Answers `gone <id>`, or `left <id>` when processes remain.
 * - `end <id> <mark>`: the same with KILL at once, including workers.
 * - `clear <id>`: ends everything, if a process runs that is neither a worker nor the forwarder of the network.
 * - `empty <id>`: ends everything.
 *
 * When its input ends, as when the engine was killed, it ends everything and itself.
 */
export const KEEPER = `
exec 2>/dev/null
${LOOK}
counts=0 ends=0
declare -A mark pid stage since kills
found() {
  local path entry
  strangers=0 others=0
  members=()
  for path in /proc/[0-9]*; do
    path=\${path#/proc/}
    ((path == 1)) && continue
    look "$path"
    [[ -n $owner ]] && ((others++))
    ((counts)) && [[ -n $owner ]] && powerless "$path" && ((strangers++))
    [[ $owner == "$1" && $path != "$2" ]] && members+=("$path")
  done
}
all() {
  local round
  for ((round = 0; round < 100; round++)); do
    kill -KILL -1
    found
    ((others)) || { echo "gone $1"; return; }
    nap 0.01
  done
  echo "left $1"
}
forget() {
  echo "$2 $1"
  unset "mark[$1]" "pid[$1]" "stage[$1]" "since[$1]" "kills[$1]"
}
step() {
  local member spared=\${pid[$1]}
  ((stage[$1] > 0)) && spared=
  found "\${mark[$1]}" "$spared"
  if ((\${#members[@]} == 0)); then forget "$1" gone; return; fi
  case \${stage[$1]} in
    0) if ((SECONDS - since[$1] > 3)); then stage[$1]=1; fi ;;
    1) kill -KILL "\${members[@]}"
       if ((++kills[$1] == 1)); then since[$1]=$SECONDS; fi
       if ((kills[$1] > 20 && SECONDS - since[$1] > 2)); then stage[$1]=2 since[$1]=$SECONDS; fi ;;
    2) kill -KILL -1
       if ((SECONDS - since[$1] > 2)); then forget "$1" left; fi ;;
  esac
}
order() {
  case $1 in
    kill)
      mark[$2]=$3 pid[$2]=$4 stage[$2]=0 since[$2]=$SECONDS
      found "$3" "$4"
      kill -TERM "\${members[@]}"
      step "$2" ;;
    end)
      mark[$2]=$3 stage[$2]=1
      step "$2" ;;
    clear)
      counts=1
      found
      counts=0
      if ((strangers)); then all "$2"; else echo "gone $2"; fi ;;
    empty) all "$2" ;;
  esac
}
${READING}`;
