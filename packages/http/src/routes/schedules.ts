import { OPERATIONS } from "@workspace-agent/core/internal";
import {
  CreateScheduleSchema,
  PreviewScheduleSchema,
  SchedulePreviewSchema,
  ScheduleRunSchema,
  ScheduleSchema,
  UpdateScheduleSchema,
} from "@workspace-agent/core/schemas";
import { empty, json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { asReader } from "../conditions/as-reader.ts";
import { checkVersion } from "../conditions/etag.ts";
import { changeConditionOf, versionedAnswer } from "../conditions/versioned-answer.ts";
import { idempotent } from "../request/idempotent.ts";
import { pageAnswer } from "../request/paging.ts";
import { defineRoute, jsonResponse, pagesOf, type Route } from "../route.ts";

const operations = OPERATIONS.schedules;

const tag = "Schedules";
const ALL = "/api/workspaces/:id/schedules";
const ONE = "/api/workspaces/:id/schedules/:schedule_id";

export const scheduleRoutes: readonly Route[] = [
  defineRoute({
    ...pagesOf("schedules", ScheduleSchema),
    path: ALL,
    operationId: "listSchedules",
    tag,
    summary: "List the schedules of a workspace",
    description: "Returned newest first.",
    access: operations.list.access,
    errors: ["not_allowed"],
    handler: async ({ context, service, principal, params, query }) =>
      pageAnswer(context, await service.schedules.list(principal, params.id, query), query),
  }),
  defineRoute({
    method: "POST",
    path: ALL,
    operationId: "createSchedule",
    tag,
    summary: "Create a schedule",
    description:
      "Its turns run as the caller. Each time is accepted at most once, whatever instances and restarts do; each time has a run that says what became of it. A local time that daylight saving skips is due at the first valid instant after it; one that occurs twice is due once.",
    access: operations.create.access,
    headers: ["Idempotency-Key"],
    body: jsonBody(CreateScheduleSchema),
    responses: {
      201: jsonResponse("The schedule.", ScheduleSchema, ["Location", "ETag", "Idempotent-Replayed"]),
    },
    errors: ["not_allowed"],
    handler: async ({ context, service, principal, params, body }) => {
      const { made, headers } = await idempotent(context, (options) =>
        service.schedules.create(principal, params.id, body, options),
      );
      const location = context.app.addresses.path(`/api/workspaces/${params.id}/schedules/${made.item.id}`);
      return versionedAnswer(201, made, { location, ...headers });
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/schedules/preview",
    operationId: "previewSchedule",
    tag,
    summary: "Preview the times of a schedule",
    description: "Creates nothing.",
    access: operations.preview.access,
    body: jsonBody(PreviewScheduleSchema),
    responses: { 200: jsonResponse("The next times.", SchedulePreviewSchema) },
    errors: ["not_allowed"],
    rateLimit: null,
    handler: async ({ service, principal, body }) =>
      json(200, await service.schedules.preview(principal, body)),
  }),
  defineRoute({
    method: "GET",
    path: ONE,
    operationId: "getSchedule",
    tag,
    summary: "Get a schedule",
    description: "The `ETag` changes when the schedule is changed or paused, not with its runs.",
    access: operations.get.access,
    headers: ["If-Match"],
    responses: { 200: jsonResponse("The schedule.", ScheduleSchema, ["ETag"]) },
    errors: ["not_allowed"],
    handler: async ({ context, service, principal, params }) => {
      const found = await service.schedules.get(principal, params.id, params.schedule_id);
      checkVersion(context.header, found.etag);
      return versionedAnswer(200, found);
    },
  }),
  defineRoute({
    method: "PATCH",
    path: ONE,
    operationId: "updateSchedule",
    tag,
    summary: "Update a schedule",
    description:
      "Omitted fields are not changed. `enabled` pauses or resumes it. Times that are decided do not come again.",
    access: operations.update.access,
    headers: ["If-Match", "If-None-Match"],
    body: jsonBody(UpdateScheduleSchema),
    responses: { 200: jsonResponse("The schedule.", ScheduleSchema, ["ETag"]) },
    errors: ["not_allowed"],
    handler: async ({ context, service: { schedules }, principal, params: { id, schedule_id }, body }) => {
      const condition = await changeConditionOf(context, () =>
        schedules.get(asReader(principal), id, schedule_id),
      );
      return versionedAnswer(200, await schedules.update(principal, id, schedule_id, body, condition));
    },
  }),
  defineRoute({
    method: "DELETE",
    path: ONE,
    operationId: "deleteSchedule",
    tag,
    summary: "Delete a schedule",
    description: "Deletes the schedule and its runs. The sessions of the runs stay.",
    access: operations.delete.access,
    headers: ["If-Match", "If-None-Match"],
    responses: { 204: { description: "Deleted." } },
    errors: ["not_allowed"],
    handler: async ({ context, service: { schedules }, principal, params: { id, schedule_id } }) => {
      const condition = await changeConditionOf(context, () =>
        schedules.get(asReader(principal), id, schedule_id),
      );
      await schedules.delete(principal, id, schedule_id, condition);
      return empty(204);
    },
  }),
  defineRoute({
    method: "POST",
    path: `${ONE}/pause`,
    operationId: "pauseSchedule",
    tag,
    summary: "Pause a schedule",
    description: "Times that pass while it is paused are not caught up.",
    access: operations.pause.access,
    responses: { 200: jsonResponse("The schedule.", ScheduleSchema, ["ETag"]) },
    errors: ["not_allowed"],
    handler: async ({ service, principal, params }) =>
      versionedAnswer(200, await service.schedules.pause(principal, params.id, params.schedule_id)),
  }),
  defineRoute({
    method: "POST",
    path: `${ONE}/resume`,
    operationId: "resumeSchedule",
    tag,
    summary: "Resume a schedule",
    description:
      "Continues with the next time from now. A schedule that has ended is changed first; one whose maker's token is gone needs a new `turn`, so that it runs as the caller.",
    access: operations.resume.access,
    responses: { 200: jsonResponse("The schedule.", ScheduleSchema, ["ETag"]) },
    errors: ["invalid_request", "not_allowed"],
    handler: async ({ service, principal, params }) =>
      versionedAnswer(200, await service.schedules.resume(principal, params.id, params.schedule_id)),
  }),
  defineRoute({
    method: "POST",
    path: `${ONE}/run`,
    operationId: "runSchedule",
    tag,
    summary: "Run a schedule now",
    description:
      "Also while it is paused. A turn that is not accepted is an error, as in a chat, and leaves no run. `session_busy`: the run would have to wait for an earlier one.",
    access: operations.run.access,
    headers: ["Idempotency-Key"],
    responses: { 202: jsonResponse("The run.", ScheduleRunSchema, ["Idempotent-Replayed"]) },
    errors: ["not_allowed", "session_busy", "queue_full", "budget_reached", "invalid_request"],
    rateLimit: "turns",
    handler: async ({ context, service, principal, params }) => {
      const { made, headers } = await idempotent(context, (options) =>
        service.schedules.run(principal, params.id, params.schedule_id, options),
      );
      return json(202, made, headers);
    },
  }),
  defineRoute({
    ...pagesOf("runs", ScheduleRunSchema),
    path: `${ONE}/runs`,
    operationId: "listScheduleRuns",
    tag,
    summary: "List the runs of a schedule",
    description: "Returned newest first: a run for each time, and for each run that somebody asked for.",
    access: operations.runs.access,
    errors: ["not_allowed"],
    handler: async ({ context, service, principal, params, query }) =>
      pageAnswer(
        context,
        await service.schedules.runs(principal, params.id, params.schedule_id, query),
        query,
      ),
  }),
];
