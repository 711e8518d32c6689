import { UnpackedSchema, type VolumeName } from "@workspace-agent/core/schemas";
import { OPERATIONS } from "@workspace-agent/core/internal";
import { json } from "../answer/answer.ts";
import { archiveBody } from "../body/archive-body.ts";
import { DOWNLOAD_ZIP } from "../files/read-documentation.ts";
import { withSnapshotAt, withSnapshotHeader } from "../files/snapshot-at.ts";
import { VOLUMES } from "../files/volume-paths.ts";
import { zipAnswer } from "../files/zip-answer.ts";
import { idempotent } from "../request/idempotent.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

/** Routes that download and unpack archives of directories. */
export function archiveRoutes(volume: VolumeName): readonly Route[] {
  const { directories, directory: noun, tag, label, errors, writeErrors } = VOLUMES[volume];
  return [
    defineRoute({
      ...DOWNLOAD_ZIP,
      path: `${directories}/zip`,
      operationId: `zip${noun}`,
      tag,
      summary: `Download a directory of ${label} as a zip`,
      access: OPERATIONS.files.zip.access,
      responses: withSnapshotHeader(volume, DOWNLOAD_ZIP.responses),
      errors,
      handler: async ({ context, service: { files }, principal, params, query: { path = "" } }) =>
        await withSnapshotAt(async (notice) =>
          zipAnswer(context, await files.zip(principal, params.id, volume, path, notice())),
        ),
    }),
    defineRoute({
      method: "POST",
      path: `${directories}/unpack`,
      operationId: `unpackInto${noun}`,
      tag,
      summary: `Unpack an archive into a directory of ${label}`,
      description:
        "Accepts a zip or a tar.gz. The archive is unpacked completely or not at all: it is checked, unpacked to a staging area and then moved into place. Files replace files and directories are merged; a file where a directory exists, or the reverse, returns 409. Symbolic links that stay inside the directory are created, and replace files and links; a hard link becomes a separate file. The request is rejected if a name leads out of the directory (absolute, `..`, a drive letter or a backslash), or a symbolic link could. It is also rejected if a file is below or in place of a link, if the archive contains devices, encrypted entries or duplicate entries, and if it unpacks to more than the limit. Without `path`, the archive is unpacked into the root.",
      access: OPERATIONS.files.unpack.access,
      headers: ["Idempotency-Key"],
      query: DOWNLOAD_ZIP.query,
      body: archiveBody,
      responses: {
        200: jsonResponse("The archive was unpacked.", UnpackedSchema, ["Idempotent-Replayed"]),
      },
      errors: ["already_exists", "quota_exceeded", ...writeErrors],
      handler: async ({ context, service, principal, params, query, body: { kind, stream: archive } }) => {
        const { archiveBytes, unpackedBytes } = context.app.settings.limits;
        const limits = { kind, maxArchiveBytes: archiveBytes, maxBytes: unpackedBytes };
        const { made, headers } = await idempotent(context, (options) =>
          service.files.unpack(principal, params.id, volume, query.path ?? "", archive, limits, options),
        );
        return json(200, made, headers);
      },
    }),
  ];
}
