import * as v from "valibot";
import { json } from "../answer/answer.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";

const tag = "Instance";

const CheckSchema = v.picklist(["ok", "failed"]);

export const LivenessSchema = v.strictObject({ status: v.literal("ok") });
export const ReadinessSchema = v.strictObject({
  ready: v.boolean(),
  checks: v.strictObject({ store: CheckSchema, sandbox: CheckSchema, queue: CheckSchema, disk: CheckSchema }),
});

export const healthRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/healthz",
    operationId: "getLiveness",
    tag,
    summary: "Check whether the instance is running",
    access: "public",
    responses: { 200: jsonResponse("The instance is running.", LivenessSchema) },
    handler: async () => json(200, { status: "ok" }),
  }),
  defineRoute({
    method: "GET",
    path: "/readyz",
    operationId: "getReadiness",
    tag,
    summary: "Check whether the instance accepts work",
    description:
      "This endpoint is public, so it reports which part failed but not why. The log contains the reason.",
    access: "public",
    responses: {
      200: jsonResponse("The instance accepts work.", ReadinessSchema),
      503: jsonResponse("The instance does not accept work.", ReadinessSchema),
    },
    handler: async ({ context, service }) => {
      const { ready, checks } = await service.instance.readiness();
      if (!ready) context.app.settings.logger.warn({ request_id: context.requestId, checks }, "not ready");
      const statusOf = (problem: string | null) => (problem === null ? "ok" : "failed");
      return json(ready ? 200 : 503, {
        ready,
        checks: {
          store: statusOf(checks.store),
          sandbox: statusOf(checks.sandbox),
          queue: statusOf(checks.queue),
          disk: statusOf(checks.disk),
        },
      });
    },
  }),
];
