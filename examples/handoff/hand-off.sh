#!/bin/sh
# Gives a long task to a hosted agent, checks on it, and downloads the result, with curl and jq. The task continues
# whether or not anybody watches.
#
#   WORKSPACE_AGENT_URL=… WORKSPACE_AGENT_TOKEN=… ./hand-off.sh start WORKSPACE_NAME TASK_FILE   prints a handle
#   … ./hand-off.sh check HANDLE     prints the status
#   … ./hand-off.sh wait HANDLE      returns when it has ended, or a person is needed
#   … ./hand-off.sh result HANDLE    prints the agent's final message
#   … ./hand-off.sh say HANDLE TEXT  sends a message to the same session
#   … ./hand-off.sh stop HANDLE      interrupts it; the history stays
set -eu
base=${WORKSPACE_AGENT_URL%/}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
umask 077
printf 'header = "authorization: Bearer %s"\n' "$WORKSPACE_AGENT_TOKEN" > "$scratch/curl.conf"
# Every call below may be repeated. Transient failures (no answer, 408, 429, 5xx) are retried. Any other refusal ends the
# command at once and prints the instance's reason.
api() {
  for pause in 1 2 4 8 16 last; do
    status=$(curl -sS -K "$scratch/curl.conf" -o "$scratch/answer" -w '%{http_code}' "$@") || status=000
    case $status in
      2*) cat "$scratch/answer" && return ;;
      507) break ;;
      000 | 408 | 429 | 5*) [ "$pause" = last ] || sleep "$pause" ;;
      *) break ;;
    esac
  done
  [ "$status" != 000 ] || { echo "No answer from $base." >&2; return 1; }
  jq -r '"\(.status) \(.code): \(.detail)", (.errors[]? | "  \(.pointer): \(.detail)")' "$scratch/answer" >&2 2> /dev/null ||
    echo "The answer ($status) is not from an instance." >&2
  return 1
}
# Prints what jq reads from the answer: call FILTER URL….
call() { filter=$1 && shift && api "$@" > "$scratch/read" && jq -er "$filter" "$scratch/read"; }
json='content-type: application/json'
new_key() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

command=$1
handle=$2
# A handle is WORKSPACE_ID/SESSION_ID.
session="$base/api/workspaces/${handle%/*}/sessions/${handle#*/}"

case $command in
  start)
    key=$(new_key)
    jq -n --arg name "$handle" '{name: $name}' > "$scratch/body"
    ws=$(call .id "$base/api/workspaces" -H "$json" -H "idempotency-key: workspace-$key" -d "@$scratch/body")
    jq -n --rawfile message "$3" '{mode: "async", message: $message}' > "$scratch/body"
    started=$(call .session_id "$base/api/workspaces/$ws/chat" -H "$json" -H "idempotency-key: task-$key" -d "@$scratch/body")
    echo "$ws/$started"
    ;;
  check) call '{status, stop_reason, message_count, last_active_at, pending_requests}' "$session" ;;
  wait)
    while :; do
      status=$(call .status "$session?wait=60")
      case $status in idle | waiting) break ;; esac
    done
    echo "$status"
    ;;
  result)
    call '[.[] | select(.role == "assistant" and .content != "")] | last | .content' \
      "$base/api/workspaces/${handle%/*}/messages?session_id=${handle#*/}"
    ;;
  say)
    jq -n --arg session_id "${handle#*/}" --arg message "$3" '{mode: "async", $session_id, $message}' > "$scratch/body"
    call .turn_id "$base/api/workspaces/${handle%/*}/chat" -H "$json" -H "idempotency-key: $(new_key)" -d "@$scratch/body"
    ;;
  stop) call 'if .interrupted then "interrupted" else "nothing ran" end' -X POST "$session/interrupt" -H "$json" -d '{}' ;;
  *)
    echo "start, check, wait, result, say or stop" >&2
    exit 2
    ;;
esac
