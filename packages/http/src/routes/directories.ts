import { OPERATIONS } from "@workspace-agent/core/internal";
import { FileEntrySchema, type VolumeName } from "@workspace-agent/core/schemas";
import { json } from "../answer/answer.ts";
import { LIST_DIRECTORY, READ_FILE } from "../files/read-documentation.ts";
import { withSnapshotAt, withSnapshotHeader } from "../files/snapshot-at.ts";
import { VOLUMES } from "../files/volume-paths.ts";
import { idempotent } from "../request/idempotent.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export function directoryRoutes(volume: VolumeName): readonly Route[] {
  const { directories: path, directory: noun, tag, label, errors, writeErrors } = VOLUMES[volume];
  return [
    defineRoute({
      ...LIST_DIRECTORY,
      path,
      operationId: `list${noun}`,
      tag,
      summary: `List a directory of ${label}`,
      access: OPERATIONS.files.list.access,
      responses: withSnapshotHeader(volume, LIST_DIRECTORY.responses),
      errors,
      handler: async ({ service: { files }, principal, params, query: { path = "", ...listed } }) =>
        await withSnapshotAt(async (notice) =>
          json(200, await files.list(principal, params.id, volume, path, listed, notice())),
        ),
    }),
    defineRoute({
      method: "POST",
      path,
      operationId: `make${noun}`,
      tag,
      summary: `Create a directory in ${label}`,
      description: "Missing parent directories are created.",
      access: OPERATIONS.files.makeDirectory.access,
      headers: ["Idempotency-Key"],
      query: READ_FILE.query,
      responses: {
        200: jsonResponse("The directory already existed.", FileEntrySchema, ["Idempotent-Replayed"]),
        201: jsonResponse("The directory was created.", FileEntrySchema, ["Idempotent-Replayed"]),
      },
      errors: ["already_exists", "quota_exceeded", ...writeErrors],
      handler: async ({ context, service, principal, params, query }) => {
        const { made, headers } = await idempotent(context, (options) =>
          service.files.makeDirectory(principal, params.id, volume, query.path, options),
        );
        const { created, ...entry } = made;
        return json(created ? 201 : 200, entry, headers);
      },
    }),
  ];
}
