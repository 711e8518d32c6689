import { UnpackedSchema, type VolumeName } from "@workspace-agent/core/schemas";
import { withErrors, OPERATIONS } from "@workspace-agent/core/internal";
import * as v from "valibot";
import { json, stream } from "../answer/answer.ts";
import { archiveBody } from "../body/archive-body.ts";
import { asDownload } from "../files/content-type.ts";
import { pathParameter } from "../files/path-parameter.ts";
import { VOLUMES } from "../files/volume-paths.ts";
import { idempotent } from "../request/idempotent.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

const operations = OPERATIONS.files;

const ZIP = "application/zip";

/** Routes that download and unpack archives of directories. */
export function archiveRoutes(volume: VolumeName): readonly Route[] {
  const { directories, directory: noun, tag, label, errors } = VOLUMES[volume];
  const onDirectory = query({ path: v.optional(pathParameter, "") });
  return [
    defineRoute({
      method: "GET",
      path: `${directories}/zip`,
      operationId: `zip${noun}`,
      tag,
      summary: `Download a directory of ${label} as a zip`,
      description:
        "The zip is created while it is sent, so the response has no `Content-Length`. Symbolic links are stored as links; links that could lead out of the directory (absolute, or with a `..` that is not at the start or goes above it) are left out. A hard link is stored as a separate file. Without `path`, the root is downloaded.",
      access: operations.zip.access,
      query: onDirectory,
      responses: {
        200: {
          description: "The zip. If the connection breaks, the zip is incomplete.",
          headers: ["Content-Disposition"],
          content: { [ZIP]: "binary" },
        },
      },
      errors,
      long: () => "reads",
      handler: async ({ context, service, principal, params, query }) => {
        const { name, body } = await service.files.zip(principal, params.id, volume, query.path ?? "");
        // HEAD packs nothing, and like GET it sends no `Content-Length`.
        const zip = context.request.method === "HEAD" ? new ReadableStream<Uint8Array>() : body();
        const brokenOff = (error: unknown) => {
          context.report(error);
          return error;
        };
        return stream(ZIP, withErrors(zip, brokenOff), asDownload(name));
      },
    }),
    defineRoute({
      method: "POST",
      path: `${directories}/unpack`,
      operationId: `unpackInto${noun}`,
      tag,
      summary: `Unpack an archive into a directory of ${label}`,
      description:
        "Accepts a zip or a tar.gz. The archive is unpacked completely or not at all: it is checked, unpacked to a staging area and then moved into place. Files replace files and directories are merged; a file where a directory exists, or the reverse, returns 409. Symbolic links that stay inside the directory are created, and replace files and links; a hard link becomes a separate file. The request is rejected if a name leads out of the directory (absolute, `..`, a drive letter or a backslash), a symbolic link could lead out of it, a file is below or in place of a link, the archive contains devices, encrypted entries or duplicate entries, or it unpacks to more than the limit. Without `path`, the archive is unpacked into the root.",
      access: operations.unpack.access,
      headers: ["Idempotency-Key"],
      query: onDirectory,
      body: archiveBody,
      responses: {
        200: jsonResponse("The archive was unpacked.", UnpackedSchema, ["Idempotent-Replayed"]),
      },
      errors: ["already_exists", "quota_exceeded", ...errors],
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
