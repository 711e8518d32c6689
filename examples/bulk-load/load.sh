#!/bin/sh
# Loads the library beside this script into an instance: prompts, templates and skills. A second load changes nothing.
#
#   WORKSPACE_AGENT_URL=… WORKSPACE_AGENT_TOKEN=… ./load.sh
#
# The same with the command: workspace-agent load prompts.csv && workspace-agent load templates.ndjson --kind templates
# && workspace-agent skills push skills
set -eu
cd "$(dirname "$0")"
base=${WORKSPACE_AGENT_URL%/}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
umask 077
printf 'header = "authorization: Bearer %s"\n' "$WORKSPACE_AGENT_TOKEN" > "$scratch/curl.conf"
# Every call below may be repeated. Transient failures (no answer, 408, 429, 5xx) are retried. Any other refusal ends the
# load at once and prints the instance's reason.
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

# The answer has one line for each item, then the summary.
for kind in prompts templates; do
  api "$base/api/$kind/bulk" -H 'content-type: application/x-ndjson' --data-binary "@$kind.ndjson" > "$scratch/results"
  jq -c 'select(.status == "error")' "$scratch/results" >&2
  tail -n 1 "$scratch/results" | jq -c --arg kind "$kind" '{($kind): .summary}'
  tail -n 1 "$scratch/results" | jq -e '.summary.errors == 0' > /dev/null
done

tar -cz -C skills . > "$scratch/skills.tar.gz"
api "$base/api/skills/bulk" -H 'content-type: application/gzip' --data-binary "@$scratch/skills.tar.gz" > "$scratch/results"
jq -c '{skills: .summary}' "$scratch/results"
jq -e '.summary.errors == 0' "$scratch/results" > /dev/null
