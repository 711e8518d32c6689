import { UnpackedSchema, type VolumeName } from "@workspace-agent/core/schemas";
import { withErrors } from "@workspace-agent/core/internal";
import * as v from "valibot";
import { json, stream } from "../answer/answer.ts";
import { archiveBody } from "../body/archive-body.ts";
import { asDownload } from "../files/content-type.ts";
import { pathParameter } from "../files/path-parameter.ts";
import { VOLUMES } from "../files/volume-paths.ts";
import { idempotent } from "../request/idempotent.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

const ZIP = "application/zip";

/** Directories as archives, both ways. */
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
        "Made while it is sent, so its length is not known before. Symbolic links are links in it; those that could lead out of the directory (absolute, or with a `..` that is not at their beginning or goes above it) are left out. A hard link is a file of its own. Without `path`, the root.",
      access: "files:read",
      query: onDirectory,
      responses: {
        200: {
          description: "The zip. A connection that breaks off means that it is not whole.",
          headers: ["Content-Disposition"],
          content: { [ZIP]: "binary" },
        },
      },
      errors,
      long: () => "reads",
      handler: async ({ context, service, principal, params, query }) => {
        const { name, body } = await service.files.zip(principal, params.id, volume, query.path);
        // Nothing is packed for a `HEAD`; its answer has no length, as that of the `GET` has none.
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
        "A zip or a tar.gz. All of it is unpacked, or nothing: it is checked as a whole, unpacked aside and then moved in. Files replace files, directories are merged; a file in the place of a directory, or the reverse, is 409. Symbolic links that stay inside the directory are made, and replace files and links; a hard link becomes a file of its own. Refused are names that lead out of the directory (absolute, `..`, with a drive letter or a backslash), symbolic links that could (absolute, or up from what is no directory of the archive), files below or in the place of a link, devices, encrypted entries, entries that are there twice, and archives that unpack to far more than they should. Without `path`, into the root.",
      access: "files:write",
      headers: ["Idempotency-Key"],
      query: onDirectory,
      body: archiveBody,
      responses: {
        200: jsonResponse("What was unpacked.", UnpackedSchema, ["Idempotent-Replayed"]),
      },
      errors: ["already_exists", "quota_exceeded", ...errors],
      handler: async ({ context, service, principal, params, query, body: { kind, stream: archive } }) => {
        const { archiveBytes, unpackedBytes } = context.app.settings.limits;
        const limits = { kind, maxArchiveBytes: archiveBytes, maxBytes: unpackedBytes };
        const { made, headers } = await idempotent(context, (options) =>
          service.files.unpack(principal, params.id, volume, query.path, archive, limits, options),
        );
        return json(200, made, headers);
      },
    }),
  ];
}
