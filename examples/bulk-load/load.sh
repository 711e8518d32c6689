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
api() { curl -sS --fail-with-body --retry 5 --retry-connrefused --retry-all-errors -K "$scratch/curl.conf" "$@"; }

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
