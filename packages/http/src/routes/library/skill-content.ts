import { baseName, checkVolumePath } from "@workspace-agent/core/internal";
import { empty, stream } from "../../answer/answer.ts";
import { isNotModified } from "../../conditions/etag.ts";
import { asDownload, safeDelivery } from "../../files/content-type.ts";
import { pathParameter } from "../../files/path-parameter.ts";
import { query } from "../../request/query-spec.ts";
import { defineRoute, type Route } from "../../route.ts";
import { versionHeaders } from "../../conditions/versioned-answer.ts";

const tag = "Skills";

function once(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.byteLength > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** What is in a skill: one file, or its folder as a package. */
export const skillContentRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/skills/:ref/files",
    operationId: "readSkillFile",
    tag,
    summary: "Read a file of a skill",
    description: "Browsers never run what they get.",
    access: "library:read",
    query: query({ path: pathParameter }),
    headers: ["If-None-Match"],
    responses: {
      200: {
        description: "The bytes.",
        headers: ["ETag", "Content-Disposition"],
        content: { "*/*": "binary" },
      },
      304: { description: "It is the version that `If-None-Match` names." },
    },
    handler: async ({ context, service, principal, params, query }) => {
      const path = checkVolumePath(query.path);
      const { bytes, etag } = await service.skills.file(principal, params.ref, path);
      if (isNotModified(context.header("if-none-match"), etag)) return empty(304, versionHeaders(etag));
      const { contentType, headers } = safeDelivery(baseName(path));
      return stream(contentType, once(bytes), {
        ...versionHeaders(etag),
        ...headers,
        "content-length": String(bytes.byteLength),
      });
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/skills/:ref/package",
    operationId: "downloadSkill",
    tag,
    summary: "Download a skill as a package",
    description: "Its folder as a tar packed with gzip, in the form that POST, PUT and `bulk` take.",
    access: "library:read",
    headers: ["If-None-Match"],
    responses: {
      200: {
        description: "The package.",
        headers: ["ETag", "Content-Disposition"],
        content: { "application/gzip": "binary" },
      },
      304: { description: "It is the version that `If-None-Match` names." },
    },
    long: () => "reads",
    handler: async ({ context, service, principal, params }) => {
      const { name, etag, body } = await service.skills.package(principal, params.ref);
      if (isNotModified(context.header("if-none-match"), etag)) {
        await body.cancel();
        return empty(304, versionHeaders(etag));
      }
      return stream("application/gzip", body, { ...versionHeaders(etag), ...asDownload(`${name}.tar.gz`) });
    },
  }),
];
