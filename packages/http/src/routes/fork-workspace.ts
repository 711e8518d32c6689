import { OPERATIONS } from "@workspace-agent/core/internal";
import { ForkWorkspaceSchema, WorkspaceSchema } from "@workspace-agent/core/schemas";
import { jsonBody } from "../body/body-spec.ts";
import { createdAnswer } from "../request/idempotent.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export const forkWorkspaceRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/workspaces/:id/fork",
    operationId: "forkWorkspace",
    tag: "Workspaces",
    summary: "Fork a workspace",
    description:
      "Creates a workspace with the files of this one or of one of its snapshots, its labels and its config, and copies of the chosen sessions' transcripts. The copy has no secrets: set them in its config. This workspace is not changed.",
    access: OPERATIONS.snapshots.fork.access,
    headers: ["Idempotency-Key"],
    body: jsonBody(ForkWorkspaceSchema),
    responses: {
      201: jsonResponse("The new workspace.", WorkspaceSchema, ["Location", "Idempotent-Replayed"]),
    },
    errors: [
      "name_taken",
      "snapshot_incomplete",
      "not_allowed",
      "price_unknown",
      "quota_exceeded",
      "object_corrupt",
      "storage_refused",
    ],
    handler: async ({ context, service, principal, params, body }) =>
      await createdAnswer(context, "/api/workspaces", (options) =>
        service.snapshots.fork(principal, params.id, body, options),
      ),
  }),
];
