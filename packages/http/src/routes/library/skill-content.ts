import { OPERATIONS } from "@workspace-agent/core/internal";
import { baseName, checkVolumePath } from "@workspace-agent/core/ports";
import { content, empty } from "../../answer/answer.ts";
import { isVersionWanted } from "../../conditions/etag.ts";
import { asDownload, safeDelivery } from "../../files/content-type.ts";
import { pathParameter } from "../../files/path-parameter.ts";
import { query } from "../../request/query-spec.ts";
import { defineRoute, type Route } from "../../route.ts";
import { versionHeaders } from "../../conditions/versioned-answer.ts";

const tag = "Skills";

/** Routes for the content of a skill: a single file, or the folder as a package. */
export const skillContentRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/skills/:ref/files",
    operationId: "readSkillFile",
    tag,
    summary: "Get a file of a skill",
    description: "Response headers prevent browsers from running the content.",
    access: OPERATIONS.skills.file.access,
    query: query({ path: pathParameter }),
    headers: ["If-Match", "If-None-Match"],
    responses: {
      200: {
        description: "The content of the file.",
        headers: ["ETag", "Content-Disposition"],
        content: { "*/*": "binary" },
      },
      304: { description: "The version matches `If-None-Match`." },
    },
    handler: async ({ context, service, principal, params, query }) => {
      const path = checkVolumePath(query.path);
      const { bytes, etag } = await service.skills.file(principal, params.ref, path);
      if (!isVersionWanted(context.header, etag)) return empty(304, versionHeaders(etag));
      const { contentType, headers } = safeDelivery(baseName(path));
      return content(contentType, new Uint8Array(bytes), { ...versionHeaders(etag), ...headers });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/skills/:ref/package",
    operationId: "downloadSkill",
    tag,
    summary: "Download a skill as a package",
    description: "Returns the folder as a tar.gz, which POST, PUT and `bulk` accept.",
    access: OPERATIONS.skills.package.access,
    headers: ["If-Match", "If-None-Match"],
    responses: {
      200: {
        description: "The package.",
        headers: ["ETag", "Content-Disposition"],
        content: { "application/gzip": "binary" },
      },
      304: { description: "The version matches `If-None-Match`." },
    },
    long: () => "reads",
    handler: async ({ context, service, principal, params }) => {
      const { name, etag, body } = await service.skills.package(principal, params.ref);
      let isSent = false;
      try {
        if (!isVersionWanted(context.header, etag)) return empty(304, versionHeaders(etag));
        isSent = true;
        return content("application/gzip", body, {
          ...versionHeaders(etag),
          ...asDownload(`${name}.tar.gz`),
        });
      } finally {
        if (!isSent) await body.cancel();
      }
    },
  }),
];
