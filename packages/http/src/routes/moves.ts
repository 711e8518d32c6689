import { OPERATIONS } from "@workspace-agent/core/internal";
import { FileEntrySchema, MoveSchema, type VolumeName } from "@workspace-agent/core/schemas";
import { json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { VOLUMES } from "../files/volume-paths.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

export function moveRoute(volume: VolumeName): Route {
  const { move: path, noun, tag, label, writeErrors } = VOLUMES[volume];
  return defineRoute({
    method: "POST",
    path,
    operationId: `move${noun}`,
    tag,
    summary: `Move a file or a directory of ${label}`,
    description:
      "Moves in one atomic step. Missing parent directories of `dest` are created. An existing file or directory is only replaced with `overwrite`.",
    access: OPERATIONS.files.move.access,
    body: jsonBody(MoveSchema),
    responses: {
      200: jsonResponse("Moved.", FileEntrySchema),
    },
    errors: ["invalid_path", "already_exists", ...writeErrors],
    handler: async ({ service, principal, params, body }) =>
      json(200, await service.files.move(principal, params.id, volume, body)),
  });
}
