import { OPERATIONS } from "@workspace-agent/core/internal";
import { content } from "../answer/answer.ts";
import { safeDelivery } from "../files/content-type.ts";
import { defineRoute, type Route } from "../route.ts";

export const outputRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/outputs/:output_id",
    operationId: "readOutput",
    tag: "Sessions",
    summary: "Get a complete tool output",
    description:
      "Returns the output of a tool, up to 16 MiB and without secrets, that is shortened in the transcript. The transcript names the file `/tmp/outputs/<output_id>.txt`. The sandbox keeps the newest 16 outputs of a workspace until it stops, and for `retention.outputs_days` at most; after that the response is 404.",
    access: OPERATIONS.outputs.read.access,
    responses: {
      200: {
        description: "The output.",
        headers: ["Content-Disposition"],
        content: { "text/plain": "text" },
      },
    },
    errors: ["sandbox_unavailable", "overloaded"],
    long: () => "reads",
    handler: async ({ service, principal, params: { id, output_id } }) => {
      const body = await service.outputs.read(principal, id, output_id);
      const { contentType, headers } = safeDelivery(`${output_id}.txt`);
      return content(contentType, body, { ...headers, "cache-control": "private, no-cache" });
    },
  }),
];
