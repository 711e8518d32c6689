import { WrittenFileSchema, type VolumeName } from "@workspace-agent/core";
import { empty, json, stream } from "../answer/answer.ts";
import { fileBody } from "../body/body-spec.ts";
import { expectedEtag, isNotModified, preconditionFailed, quoted } from "../conditions/etag.ts";
import { safeDelivery } from "../files/content-type.ts";
import { etagAt } from "../files/etag-at.ts";
import { pathParameter } from "../files/path-parameter.ts";
import { VOLUMES } from "../files/volume-paths.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, type Route } from "../route.ts";
import { exactLength } from "../streams/exact-length.ts";
import { directoryRoutes } from "./directories.ts";

const REVALIDATED = "private, no-cache";

function routesOfVolume(volume: VolumeName): readonly Route[] {
  const { files: path, noun, tag, place, errors } = VOLUMES[volume];
  const onPath = query({ path: pathParameter });
  return [
    defineRoute({
      method: "GET",
      path,
      operationId: `read${noun}`,
      tag,
      summary: `Read a file of ${place}`,
      description: "The bytes, streamed. A directory is 400. Browsers never run what they get.",
      access: "files:read",
      query: onPath,
      headers: ["If-None-Match"],
      responses: {
        200: {
          description: "The bytes.",
          headers: ["ETag", "Last-Modified", "Content-Disposition"],
          content: { "*/*": "binary" },
        },
        304: { description: "It is the version that `If-None-Match` names." },
      },
      errors: ["invalid_path", "path_not_encoded", ...errors],
      handler: async ({ call, service, principal, params, query }) => {
        const { entry, body } = await service.files.read(principal, params.id, volume, query.path);
        const headers = {
          etag: quoted(entry.etag),
          "last-modified": new Date(entry.mtime).toUTCString(),
          "cache-control": REVALIDATED,
        };
        if (isNotModified(call.header("if-none-match"), entry.etag)) {
          await body.cancel();
          return empty(304, headers);
        }
        const { contentType, headers: safety } = safeDelivery(entry.name);
        return stream(contentType, exactLength(body, entry.size, call.report), {
          ...headers,
          ...safety,
          "content-length": String(entry.size),
        });
      },
    }),
    defineRoute({
      method: "PUT",
      path,
      operationId: `write${noun}`,
      tag,
      summary: `Write a file of ${place}`,
      description: "The body is the file. Atomic: a reader sees the old or the new file. Parents are made.",
      access: "files:write",
      query: onPath,
      headers: ["If-Match", "If-None-Match"],
      body: fileBody,
      responses: {
        200: {
          description: "It was replaced.",
          headers: ["ETag"],
          content: { "application/json": WrittenFileSchema },
        },
        201: {
          description: "It was made.",
          headers: ["ETag"],
          content: { "application/json": WrittenFileSchema },
        },
      },
      errors: [
        "invalid_path",
        "path_not_encoded",
        "already_exists",
        "precondition_failed",
        "quota_exceeded",
        ...errors,
      ],
      handler: async ({ call, service, principal, params, query, body }) => {
        const conditions = { ifMatch: call.header("if-match"), ifNoneMatch: call.header("if-none-match") };
        const ifMatch = await expectedEtag(conditions, async () =>
          etagAt(service, principal, params.id, volume, query.path),
        );
        const { created, ...written } = await service.files.write(
          principal,
          params.id,
          volume,
          query.path,
          body,
          {
            maxBytes: call.instance.settings.limits.fileBytes,
            ...(ifMatch === undefined ? {} : { ifMatch }),
          },
        );
        return json(created ? 201 : 200, written, { etag: quoted(written.etag) });
      },
    }),
    defineRoute({
      method: "DELETE",
      path,
      operationId: `delete${noun}`,
      tag,
      summary: `Delete a file or a directory of ${place}`,
      description: "A directory goes with all in it.",
      access: "files:write",
      query: onPath,
      headers: ["If-Match", "If-None-Match"],
      responses: { 204: { description: "It is gone." } },
      errors: ["invalid_path", "path_not_encoded", "precondition_failed", ...errors],
      handler: async ({ call, service, principal, params, query }) => {
        const conditions = { ifMatch: call.header("if-match"), ifNoneMatch: call.header("if-none-match") };
        const current = async () => await etagAt(service, principal, params.id, volume, query.path);
        const wanted = await expectedEtag(conditions, current);
        if (wanted !== undefined && wanted !== (await current())) throw preconditionFailed();
        await service.files.remove(principal, params.id, volume, query.path);
        return empty(204);
      },
    }),
    ...directoryRoutes(volume),
  ];
}

export const fileRoutes: readonly Route[] = [...routesOfVolume("workspace"), ...routesOfVolume("afs")];
