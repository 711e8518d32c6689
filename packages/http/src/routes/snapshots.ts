import { OPERATIONS } from "@workspace-agent/core/internal";
import { AgainstSchema, CreateSnapshotSchema, SnapshotSchema } from "@workspace-agent/core/schemas";
import { empty, json } from "../answer/answer.ts";
import { optionalJsonBody } from "../body/body-spec.ts";
import { CHANGES_RESPONSES, changesAnswer } from "../files/changes-answer.ts";
import { fileAnswer } from "../files/read-answer.ts";
import { DOWNLOAD_ZIP, LIST_DIRECTORY, READ_FILE } from "../files/read-documentation.ts";
import { zipAnswer } from "../files/zip-answer.ts";
import { createdAnswer } from "../request/idempotent.ts";
import { pageAnswer } from "../request/paging.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, jsonResponse, pagesOf, type Route } from "../route.ts";

const operations = OPERATIONS.snapshots;

const tag = "Snapshots";
const ALL = "/api/workspaces/:id/snapshots";
const ONE = "/api/workspaces/:id/snapshots/:snapshot_id";

/** Of routes that read the content of a snapshot. */
const STORAGE = ["not_allowed", "object_corrupt", "storage_refused"] as const;

const ofSnapshot = (route: { readonly description: string }) =>
  `${route.description} \`mtime\` and \`Last-Modified\` are the time of the snapshot.`;

export const snapshotRoutes: readonly Route[] = [
  defineRoute({
    ...pagesOf("snapshots", SnapshotSchema),
    path: ALL,
    operationId: "listSnapshots",
    tag,
    summary: "List the snapshots of a workspace",
    description:
      "Returned newest first: those that were asked for, automatic ones, and those before rewinds and forks.",
    access: operations.list.access,
    errors: ["not_allowed"],
    handler: async ({ context, service, principal, params, query }) =>
      pageAnswer(context, await service.snapshots.list(principal, params.id, query), query),
  }),
  defineRoute({
    method: "POST",
    path: ALL,
    operationId: "createSnapshot",
    tag,
    summary: "Take a snapshot of a workspace",
    description:
      "Stores the files as they are, with `.git`, links and permissions. Ignored files are left out unless the config has `snapshots.ignored`. Content that is stored already is not stored again. While something writes, each file is stored as it was at some moment during the request.",
    access: operations.create.access,
    headers: ["Idempotency-Key"],
    body: optionalJsonBody(CreateSnapshotSchema),
    responses: { 201: jsonResponse("The snapshot.", SnapshotSchema, ["Location", "Idempotent-Replayed"]) },
    errors: ["snapshot_incomplete", "quota_exceeded", ...STORAGE],
    handler: async ({ context, service, principal, params: { id }, body }) =>
      await createdAnswer(context, `/api/workspaces/${id}/snapshots`, (options) =>
        service.snapshots.create(principal, id, body, options),
      ),
  }),
  defineRoute({
    method: "GET",
    path: ONE,
    operationId: "getSnapshot",
    tag,
    summary: "Get a snapshot",
    access: operations.get.access,
    responses: { 200: jsonResponse("The snapshot.", SnapshotSchema) },
    errors: ["not_allowed"],
    handler: async ({ service, principal, params }) =>
      json(200, await service.snapshots.get(principal, params.id, params.snapshot_id)),
  }),
  defineRoute({
    method: "DELETE",
    path: ONE,
    operationId: "deleteSnapshot",
    tag,
    summary: "Delete a snapshot",
    description:
      "The files of the workspace and other snapshots do not change. Refused while a batch that has not ended needs the snapshot.",
    access: operations.delete.access,
    responses: { 204: { description: "Deleted." } },
    errors: ["not_allowed", "in_use"],
    handler: async ({ service, principal, params }) => {
      await service.snapshots.delete(principal, params.id, params.snapshot_id);
      return empty(204);
    },
  }),
  defineRoute({
    method: "GET",
    path: `${ONE}/diff`,
    operationId: "diffSnapshot",
    tag,
    summary: "Compare a snapshot",
    description:
      "Returns what changed from the snapshot to another one, or to the files as they are. `text/x-diff` streams only the patch, for `git apply`. Left out are `.git` and files whose names are not UTF-8. `overlapped` is false.",
    access: operations.diff.access,
    query: query({ against: AgainstSchema }),
    responses: CHANGES_RESPONSES,
    errors: ["not_acceptable", ...STORAGE],
    long: () => "reads",
    handler: async ({ context, service: { snapshots }, principal, params, query: { against } }) =>
      await changesAnswer(context, {
        changes: () => snapshots.diff(principal, params.id, params.snapshot_id, against),
        patch: () => snapshots.patch(principal, params.id, params.snapshot_id, against),
      }),
  }),
  defineRoute({
    ...READ_FILE,
    path: `${ONE}/files`,
    operationId: "readSnapshotFile",
    tag,
    summary: "Read a file of a snapshot",
    description: ofSnapshot(READ_FILE),
    access: operations.read.access,
    errors: STORAGE,
    handler: async ({ context, service, principal, params: { id, snapshot_id }, query: { path } }) =>
      await fileAnswer(context, {
        stat: () => service.snapshots.stat(principal, id, snapshot_id, path),
        read: (range) => service.snapshots.read(principal, id, snapshot_id, path, range),
      }),
  }),
  defineRoute({
    ...LIST_DIRECTORY,
    path: `${ONE}/dirs`,
    operationId: "listSnapshotDirectory",
    tag,
    summary: "List a directory of a snapshot",
    description: ofSnapshot(LIST_DIRECTORY),
    access: operations.listDirectory.access,
    errors: STORAGE,
    handler: async ({ service, principal, params: { id, snapshot_id }, query }) => {
      const { path = "", ...listed } = query;
      return json(200, await service.snapshots.listDirectory(principal, id, snapshot_id, path, listed));
    },
  }),
  defineRoute({
    ...DOWNLOAD_ZIP,
    path: `${ONE}/zip`,
    operationId: "zipSnapshotDirectory",
    tag,
    summary: "Download a directory of a snapshot as a zip",
    access: operations.zip.access,
    errors: STORAGE,
    handler: async ({ context, service, principal, params: { id, snapshot_id }, query }) =>
      zipAnswer(context, await service.snapshots.zip(principal, id, snapshot_id, query.path ?? "")),
  }),
];
