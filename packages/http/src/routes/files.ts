import { OPERATIONS } from "@workspace-agent/core/internal";
import { WrittenFileSchema, type VolumeName } from "@workspace-agent/core/schemas";
import { empty, json } from "../answer/answer.ts";
import { fileBody } from "../body/body-spec.ts";
import { preconditionFailed, quoted } from "../conditions/etag.ts";
import { entryAt } from "../files/entry-at.ts";
import { pathParameter } from "../files/path-parameter.ts";
import { answerGet, answerHead } from "../files/read-answer.ts";
import { VOLUMES } from "../files/volume-paths.ts";
import { writeCondition } from "../files/write-condition.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";
import { archiveRoutes } from "./archives.ts";
import { directoryRoutes } from "./directories.ts";
import { moveRoute } from "./moves.ts";

const operations = OPERATIONS.files;

function routesOfVolume(volume: VolumeName): readonly Route[] {
  const { files: path, noun, tag, label, errors } = VOLUMES[volume];
  const onPath = query({ path: pathParameter });
  return [
    defineRoute({
      method: "GET",
      path,
      operationId: `read${noun}`,
      tag,
      summary: `Read a file of ${label}`,
      description:
        "Streams the content of the file. A directory returns 400. Supports one byte range and conditional requests (RFC 9110). Response headers prevent browsers from running the content.",
      access: operations.read.access,
      query: onPath,
      headers: ["If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "Range", "If-Range"],
      responses: {
        200: {
          description: "The content of the file.",
          headers: ["ETag", "Last-Modified", "Content-Disposition", "Accept-Ranges"],
          content: { "*/*": "binary" },
        },
        206: {
          description: "The requested range.",
          headers: ["ETag", "Last-Modified", "Content-Disposition", "Accept-Ranges", "Content-Range"],
          content: { "*/*": "binary" },
        },
        304: {
          description: "The file has not changed.",
          headers: ["ETag", "Last-Modified"],
        },
      },
      errors,
      long: () => "reads",
      handler: async ({ context, principal, params, query }) => {
        const address = { principal, workspaceId: params.id, volume, path: query.path };
        return context.request.method === "HEAD" ? answerHead(context, address) : answerGet(context, address);
      },
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
      query: onPath,
      headers: ["If-Match", "If-None-Match", "If-Unmodified-Since"],
      body: fileBody,
      responses: {
        200: jsonResponse("The file was replaced.", WrittenFileSchema, ["ETag"]),
        201: jsonResponse("The file was created.", WrittenFileSchema, ["ETag"]),
      },
      errors: ["already_exists", "quota_exceeded", ...errors],
      handler: async ({ context, service, principal, params, query, body }) => {
        const address = { principal, workspaceId: params.id, volume, path: query.path };
        const ifMatch = await writeCondition(context, address);
        const { created, ...written } = await service.files.write(
          principal,
          params.id,
          volume,
          query.path,
          body,
          {
            maxBytes: context.app.settings.limits.fileBytes,
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
      summary: `Delete a file or a directory of ${label}`,
      description: "A directory is deleted with everything in it.",
      access: operations.remove.access,
      query: onPath,
      headers: ["If-Match", "If-None-Match", "If-Unmodified-Since"],
      responses: { 204: { description: "Deleted." } },
      errors,
      handler: async ({ context, service, principal, params, query }) => {
        const address = { principal, workspaceId: params.id, volume, path: query.path };
        const ifMatch = await writeCondition(context, address);
        if (ifMatch === null) {
          const there = await entryAt(service, address);
          if (there !== null) throw preconditionFailed();
        }
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
