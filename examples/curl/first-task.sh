#!/bin/sh
# WORKSPACE_AGENT_URL=… WORKSPACE_AGENT_TOKEN=… ./first-task.sh NAME: gives a task to the agent of a new workspace.
set -eu
base=${WORKSPACE_AGENT_URL%/}/api/workspaces
api() {
  curl -sS --fail-with-body -H "authorization: Bearer $WORKSPACE_AGENT_TOKEN" -H 'content-type: application/json' "$@"
}

# Safe to repeat: the same key returns the same workspace.
workspace=$(api "$base" -H "idempotency-key: $1" -d "{\"name\": \"$1\"}" | jq -er .id)
# Returns when the turn has ended.
api "$base/$workspace/chat" -d '{"mode": "sync", "message": "List the files and say what they are."}' |
  jq '{session_id, status, reason, final_message}'
# What has happened in this workspace so far.
api "$base/$workspace/sessions?limit=5" | jq -r '.[] | "\(.id) \(.status) \(.preview)"'
