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
api() { curl -sS --fail-with-body --retry 5 --retry-connrefused --retry-all-errors -K "$scratch/curl.conf" "$@"; }
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
    ws=$(api "$base/api/workspaces" -H "$json" -H "idempotency-key: workspace-$key" -d "@$scratch/body" | jq -er .id)
    jq -n --rawfile message "$3" '{mode: "async", message: $message}' > "$scratch/body"
    api "$base/api/workspaces/$ws/chat" -H "$json" -H "idempotency-key: task-$key" -d "@$scratch/body" |
      jq -er --arg ws "$ws" '"\($ws)/\(.session_id)"'
    ;;
  check) api "$session" | jq '{status, stop_reason, message_count, last_active_at, pending_requests}' ;;
  wait)
    while :; do
      status=$(api "$session?wait=60" | jq -er .status)
      case $status in idle | waiting) break ;; esac
    done
    echo "$status"
    ;;
  result)
    api "$base/api/workspaces/${handle%/*}/messages?session_id=${handle#*/}" |
      jq -er '[.[] | select(.role == "assistant" and .content != "")] | last | .content'
    ;;
  say)
    jq -n --arg session_id "${handle#*/}" --arg message "$3" '{mode: "async", $session_id, $message}' > "$scratch/body"
    api "$base/api/workspaces/${handle%/*}/chat" -H "$json" -H "idempotency-key: $(new_key)" -d "@$scratch/body" | jq -er .turn_id
    ;;
  stop) api -X POST "$session/interrupt" -H "$json" -d '{}' | jq -r 'if .interrupted then "interrupted" else "nothing ran" end' ;;
  *)
    echo "start, check, wait, result, say or stop" >&2
    exit 2
    ;;
esac
