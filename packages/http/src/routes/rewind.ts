import { OPERATIONS } from "@workspace-agent/core/internal";
import { RewindSchema, RewoundSchema } from "@workspace-agent/core/schemas";
import { json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export const rewindRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/workspaces/:id/sessions/:session_id/rewind",
    operationId: "rewindSession",
    tag: "Sessions",
    summary: "Rewind a session",
    description:
      "Returns the transcript of an idle session, the files of its workspace, or both to what they were. Everything in the files that changed since is covered, whoever changed it; if another session or a person did, the request returns `rewind_conflict` with the paths in `conflicts`, unless `force` is set. Ignored files stay, and are listed in `ignored`, unless the config has `snapshots.ignored`. The events remain in the log, and the messages can be read with `include=rewound`. A rewind to `safety_snapshot_id` undoes it. A request that was cut off can be repeated.",
    access: OPERATIONS.snapshots.rewind.access,
    body: jsonBody(RewindSchema),
    responses: { 200: jsonResponse("What changed, or with `dry_run` would change.", RewoundSchema) },
    errors: [
      "session_busy",
      "rewind_conflict",
      "snapshot_incomplete",
      "not_allowed",
      "quota_exceeded",
      "object_corrupt",
      "storage_refused",
    ],
    handler: async ({ service, principal, params, body }) =>
      json(200, await service.snapshots.rewind(principal, params.id, params.session_id, body)),
  }),
];
