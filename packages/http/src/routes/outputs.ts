import { stream } from "../answer/answer.ts";
import { safeDelivery } from "../files/content-type.ts";
import { defineRoute, type Route } from "../route.ts";

export const outputRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/outputs/:output_id",
    operationId: "readOutput",
    tag: "Sessions",
    summary: "Read the whole of an output that was cut",
    description:
      "What a tool put out, up to 16 MiB and without secrets, where the transcript has its beginning and end only and names the file `/tmp/outputs/<output_id>.txt`. The sandbox keeps the newest 16 of a workspace, until it ends: 404 after that.",
    access: "workspaces:read",
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
      return stream(contentType, body, { ...headers, "cache-control": "private, no-cache" });
    },
  }),
];
