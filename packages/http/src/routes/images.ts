import { OPERATIONS } from "@workspace-agent/core/internal";
import { content } from "../answer/answer.ts";
import { safeDelivery } from "../files/content-type.ts";
import { defineRoute, type Route } from "../route.ts";

/** The id is the hash of the content. */
const UNCHANGING = { "cache-control": "private, max-age=31536000, immutable" };

export const imageRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id/images/:image_id",
    operationId: "readImage",
    tag: "Sessions",
    summary: "Get an image of a session",
    description:
      "Returns an image that was sent to the agent or that a tool showed to the model. `blob` of an image in the transcript is its id.",
    access: OPERATIONS.images.read.access,
    responses: {
      200: {
        description: "The image.",
        headers: ["Content-Disposition"],
        content: {
          "image/png": "binary",
          "image/jpeg": "binary",
          "image/gif": "binary",
          "image/webp": "binary",
        },
      },
    },
    handler: async ({ service, principal, params: { id, session_id, image_id } }) => {
      const { bytes, media_type } = await service.images.read(principal, id, session_id, image_id);
      const { headers } = safeDelivery(`${image_id.slice(0, 12)}.${media_type.replace("image/", "")}`);
      return content(media_type, Uint8Array.from(bytes), { ...headers, ...UNCHANGING });
    },
  }),
];
