import { OPERATIONS } from "@workspace-agent/core/internal";
import { CHANGES_RESPONSES, changesAnswer } from "../files/changes-answer.ts";
import { defineRoute, type Route } from "../route.ts";

export const changeRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id/changes",
    operationId: "getSessionChanges",
    tag: "Sessions",
    summary: "Get the file changes of a session",
    description:
      "Compares the workspace's files with their state before the session's first tool call that can write; before that, there are no changes. `text/x-diff` streams only the patch, for `git apply`. Left out are `.git`, `node_modules`, generated files (`__pycache__`, `*.pyc`, `.pytest_cache`, `.venv` and similar), files that `.gitignore` ignored then, and files that it ignores now and that did not exist then. Binary files are included in the patch up to 8 MiB. Several sessions can change the same files: `overlapped` is true if another session wrote since then (sessions started by this one do not count). While a turn runs that writes, the files are compared as they are. Returns 403 if the host takes no snapshots, or if the files could not be stored before the session changed them.",
    access: OPERATIONS.changes.ofSession.access,
    responses: CHANGES_RESPONSES,
    errors: ["not_acceptable", "not_allowed", "object_corrupt", "storage_refused"],
    long: () => "reads",
    handler: async ({ context, service: { changes }, principal, params: { id, session_id } }) =>
      await changesAnswer(context, {
        changes: () => changes.ofSession(principal, id, session_id),
        patch: () => changes.patch(principal, id, session_id),
      }),
  }),
];
