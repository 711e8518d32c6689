#!/bin/sh
# Gives a task about a folder to the agent and downloads what changed, with curl, jq and tar.
#
#   WORKSPACE_AGENT_URL=… WORKSPACE_AGENT_TOKEN=… ./ci-job.sh FOLDER TASK_FILE OUT_FOLDER
#
# OUT_FOLDER gets result.json, transcript.md and changes.diff. The exit code is 0 if the agent finished by itself.
# CI_RUN_ID names the attempt: an interrupted job that starts again with the same id continues with the same workspace
# and turn. The id stands for this workspace for 24 hours, even after the job has deleted it: a job that starts over
# needs a new id, such as $GITHUB_RUN_ID-$GITHUB_RUN_ATTEMPT.
set -eu
folder=$1 task=$2 out=$3
base=${WORKSPACE_AGENT_URL%/}
run=${CI_RUN_ID:-$(date +%s)-$$}
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# curl reads the token from a file: every process of the machine can read a command line.
umask 077
printf 'header = "authorization: Bearer %s"\n' "$WORKSPACE_AGENT_TOKEN" > "$scratch/curl.conf"
# Every call below may be repeated: the Idempotency-Key makes all attempts one workspace and one turn. Transient failures
# (no answer, 408, 429, 5xx) are retried. Any other refusal ends the job at once and prints the instance's reason.
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
json='content-type: application/json'

jq -n --arg name "ci-$run" '{name: $name, labels: {from: "ci"}, config: {limits: {max_turn_seconds: 1200}}}' > "$scratch/workspace.json"
api "$base/api/workspaces" -H "$json" -H "idempotency-key: workspace-$run" -d "@$scratch/workspace.json" > "$scratch/created.json"
ws=$(jq -er .id "$scratch/created.json")

# Once an earlier start of this job has started the task, the agent may have changed the sources.
sessions=$(api "$base/api/workspaces/$ws/sessions?limit=1")
if [ "$sessions" = '[]' ]; then
  tar -cz -C "$folder" . > "$scratch/in.tar.gz"
  api -X POST "$base/api/workspaces/$ws/agent/dirs/unpack?path=" -H 'content-type: application/gzip' \
    --data-binary "@$scratch/in.tar.gz" > /dev/null
fi

jq -n --rawfile message "$task" '{mode: "async", message: $message}' > "$scratch/task.json"
api "$base/api/workspaces/$ws/chat" -H "$json" -H "idempotency-key: task-$run" -d "@$scratch/task.json" > "$scratch/accepted.json"
session=$(jq -er .session_id "$scratch/accepted.json")
turn=$(jq -er .turn_id "$scratch/accepted.json")
echo "workspace $ws, session $session, turn $turn" >&2

while :; do
  api "$base/api/workspaces/$ws/sessions/$session/turns/$turn?wait=60" > "$out/result.json"
  case $(jq -r .status "$out/result.json") in completed | failed | interrupted | waiting) break ;; esac
done

api "$base/api/workspaces/$ws/sessions/$session/transcript" -H 'accept: text/markdown' > "$out/transcript.md"
api "$base/api/workspaces/$ws/sessions/$session/changes" -H 'accept: text/x-diff' > "$out/changes.diff"
api -X DELETE "$base/api/workspaces/$ws" || echo "The workspace $ws may still exist." >&2

jq -r '"\(.status): \(.stop_reason)"' "$out/result.json"
test "$(jq -r .stop_reason "$out/result.json")" = end_turn
