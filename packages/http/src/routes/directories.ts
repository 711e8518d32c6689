import { DirectoryListingSchema, FileEntrySchema, type VolumeName } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { json } from "../answer/answer.ts";
import { pathParameter } from "../files/path-parameter.ts";
import { VOLUMES } from "../files/volume-paths.ts";
import { idempotent } from "../request/idempotent.ts";
import { given } from "../request/given.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export function directoryRoutes(volume: VolumeName): readonly Route[] {
  const { directories: path, directory: noun, tag, label, errors } = VOLUMES[volume];
  return [
    defineRoute({
      method: "GET",
      path,
      operationId: `list${noun}`,
      tag,
      summary: `List a directory of ${label}`,
      description:
        "Entries are sorted by name, or by path with `recursive`. Without `path`, the root is listed. A search with `q` stops after 200,000 entries and sets `truncated`.",
      access: "files:read",
      query: query({
        path: v.optional(pathParameter, ""),
        recursive: v.optional(v.pipe(v.boolean(), v.description("Include subdirectories."))),
        limit: v.optional(
          v.pipe(
            v.number(),
            v.integer(),
            v.minValue(1),
            v.maxValue(10_000),
            v.description("Maximum number of entries."),
          ),
          1_000,
        ),
        q: v.optional(
          v.pipe(
            v.string(),
            v.minLength(1),
            v.maxLength(255),
            v.description("Only return entries whose name contains this text, ignoring case."),
          ),
        ),
      }),
      responses: {
        200: jsonResponse("The entries. `truncated` is true if there are more.", DirectoryListingSchema),
      },
      errors,
      long: () => "reads",
      handler: async ({ service, principal, params, query }) => {
        const { path, q, recursive, limit } = query;
        const options = { limit, ...given({ search: q, recursive }) };
        return json(200, await service.files.list(principal, params.id, volume, path, options));
      },
    }),
    defineRoute({
      method: "POST",
      path,
      operationId: `make${noun}`,
      tag,
      summary: `Create a directory in ${label}`,
      description: "Missing parent directories are created.",
      access: "files:write",
      headers: ["Idempotency-Key"],
      query: query({ path: pathParameter }),
      responses: {
        200: jsonResponse("The directory already existed.", FileEntrySchema, ["Idempotent-Replayed"]),
        201: jsonResponse("The directory was created.", FileEntrySchema, ["Idempotent-Replayed"]),
      },
      errors: ["already_exists", "quota_exceeded", ...errors],
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
