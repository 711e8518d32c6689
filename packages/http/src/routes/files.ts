import { OPERATIONS } from "@workspace-agent/core/internal";
import { WrittenFileSchema, type VolumeName } from "@workspace-agent/core/schemas";
import { empty, json } from "../answer/answer.ts";
import { fileBody } from "../body/body-spec.ts";
import { preconditionFailed, quoted } from "../conditions/etag.ts";
import { entryAt } from "../files/entry-at.ts";
import { fileAnswer } from "../files/read-answer.ts";
import { READ_FILE } from "../files/read-documentation.ts";
import { withSnapshotAt, withSnapshotHeader } from "../files/snapshot-at.ts";
import { VOLUMES } from "../files/volume-paths.ts";
import { writeCondition } from "../files/write-condition.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";
import { archiveRoutes } from "./archives.ts";
import { directoryRoutes } from "./directories.ts";
import { moveRoute } from "./moves.ts";

const operations = OPERATIONS.files;

function routesOfVolume(volume: VolumeName): readonly Route[] {
  const { files: path, noun, tag, label, errors, writeErrors } = VOLUMES[volume];
  return [
    defineRoute({
      ...READ_FILE,
      path,
      operationId: `read${noun}`,
      tag,
      summary: `Read a file of ${label}`,
      access: operations.read.access,
      responses: withSnapshotHeader(volume, READ_FILE.responses),
      errors,
      handler: async ({ context, service: { files }, principal, params: { id }, query: { path } }) =>
        await withSnapshotAt((notice) =>
          fileAnswer(context, {
            stat: () => files.stat(principal, id, volume, path, notice()),
            read: (range) => files.read(principal, id, volume, path, { ...range, ...notice() }),
          }),
        ),
    }),
    defineRoute({
      method: "PUT",
      path,
      operationId: `write${noun}`,
      tag,
      summary: `Write a file of ${label}`,
      description:
        "The body is the content. The write is atomic: readers see the old or the new file. Missing parent directories are created.",
      access: operations.write.access,
      query: READ_FILE.query,
      headers: ["If-Match", "If-None-Match", "If-Unmodified-Since"],
      body: fileBody,
      responses: {
        200: jsonResponse("The file was replaced.", WrittenFileSchema, ["ETag"]),
        201: jsonResponse("The file was created.", WrittenFileSchema, ["ETag"]),
      },
      errors: ["already_exists", "quota_exceeded", ...writeErrors],
      handler: async ({ context, service, principal, params, query, body }) => {
        const { files } = service;
        const current = () => entryAt(service, principal, params.id, volume, query.path);
        const ifMatch = await writeCondition(context, current);
        const { fileBytes: maxBytes } = context.app.settings.limits;
        const options = { maxBytes, ...(ifMatch === undefined ? {} : { ifMatch }) };
        const made = await files.write(principal, params.id, volume, query.path, body, options);
        const { created, ...written } = made;
        return json(created ? 201 : 200, written, { etag: quoted(written.etag) });
      },
    }),
    defineRoute({
      method: "DELETE",
      path,
      operationId: `delete${noun}`,
      tag,
      summary: `Delete a file or a directory of ${label}`,
      description: "A directory is deleted with everything in it.",
      access: operations.remove.access,
      query: READ_FILE.query,
      headers: ["If-Match", "If-None-Match", "If-Unmodified-Since"],
      responses: { 204: { description: "Deleted." } },
      errors: writeErrors,
      handler: async ({ context, service, principal, params, query }) => {
        const current = () => entryAt(service, principal, params.id, volume, query.path);
        const ifMatch = await writeCondition(context, current);
        if (ifMatch === null && (await current()) !== null) throw preconditionFailed();
        const options = typeof ifMatch === "string" ? { ifMatch } : {};
        await service.files.remove(principal, params.id, volume, query.path, options);
        return empty(204);
      },
    }),
    moveRoute(volume),
    ...directoryRoutes(volume),
    ...archiveRoutes(volume),
  ];
}

export const fileRoutes: readonly Route[] = [...routesOfVolume("workspace"), ...routesOfVolume("afs")];
