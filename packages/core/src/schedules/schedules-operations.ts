import * as v from "valibot";
import { body, id, parameters, workspaceId } from "../domain/operations/checks.ts";
import type { Operations } from "../domain/operations/operation.ts";
import { PageRequestSchema } from "../domain/paging.ts";
import { PreviewScheduleSchema } from "../domain/schedules/preview.ts";
import { CreateScheduleSchema, UpdateScheduleSchema } from "../domain/schedules/schedule.ts";
import { createOptions } from "../idempotency/create-options.ts";
import type { SchedulesApi } from "./schedules-api.ts";

const access = "chat";
const page = parameters(PageRequestSchema);
const condition = parameters(v.strictObject({ ifMatch: v.optional(v.string()) }));

export const scheduleOperations: Operations<SchedulesApi> = {
  list: { access, inputs: [workspaceId, page] },
  create: { access, inputs: [workspaceId, body(CreateScheduleSchema), createOptions] },
  get: { access, inputs: [workspaceId, id] },
  update: { access, inputs: [workspaceId, id, body(UpdateScheduleSchema), condition] },
  delete: { access, inputs: [workspaceId, id, condition] },
  pause: { access, inputs: [workspaceId, id] },
  resume: { access, inputs: [workspaceId, id] },
  run: { access, inputs: [workspaceId, id, createOptions] },
  runs: { access, inputs: [workspaceId, id, page] },
  preview: { access, inputs: [body(PreviewScheduleSchema)] },
};
