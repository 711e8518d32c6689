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
    summary: "Whether the instance lives",
    access: "public",
    responses: { 200: jsonResponse("It lives.", LivenessSchema) },
    handler: async () => json(200, { status: "ok" }),
  }),
  defineRoute({
    method: "GET",
    path: "/readyz",
    operationId: "getReadiness",
    tag,
    summary: "Whether the instance takes work",
    description: "Everybody may ask, so it says which part failed and not why: the log has the reason.",
    access: "public",
    responses: {
      200: jsonResponse("It takes work.", ReadinessSchema),
      503: jsonResponse("It does not.", ReadinessSchema),
    },
    handler: async ({ context, service }) => {
      const { ready, checks } = await service.instance.readiness();
      if (!ready) context.app.settings.logger.warn({ request_id: context.requestId, checks }, "not ready");
      const told = (problem: string | null) => (problem === null ? "ok" : "failed");
      return json(ready ? 200 : 503, {
        ready,
        checks: {
          store: told(checks.store),
          sandbox: told(checks.sandbox),
          queue: told(checks.queue),
          disk: told(checks.disk),
        },
      });
    },
  }),
];
