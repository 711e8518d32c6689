import type { Schedule, ScheduleRun, Schemas } from "@workspace-agent/client";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { once } from "./once.ts";
import { pagedQuery } from "./paged-query.ts";
import { useChange } from "./use-change.ts";
import { useReplace, versioned, type Versioned } from "./versioned.ts";

export type CreateSchedule = Schemas["CreateSchedule"];
export type UpdateSchedule = Schemas["UpdateSchedule"];

const REFRESH_MS = 3_000;

const schedulesKey = (workspaceId: string) => keys.workspaces.part(workspaceId, "schedules");
const pathOf = (workspaceId: string, scheduleId: string) => ({ id: workspaceId, schedule_id: scheduleId });

const ONE = "/api/workspaces/{id}/schedules/{schedule_id}";

export const schedulesQuery = (workspaceId: string) =>
  pagedQuery(
    [...schedulesKey(workspaceId), "list"] as const,
    "/api/workspaces/{id}/schedules",
    { params: { path: { id: workspaceId } } },
    { refreshMs: REFRESH_MS },
  );

export const scheduleQuery = (workspaceId: string, scheduleId: string) =>
  queryOptions({
    queryKey: [...schedulesKey(workspaceId), "one", scheduleId] as const,
    queryFn: async ({ signal }): Promise<Versioned<Schedule>> =>
      versioned(await client.api.GET(ONE, { signal, params: { path: pathOf(workspaceId, scheduleId) } })),
    refetchInterval: REFRESH_MS,
  });

export const scheduleRunsQuery = (workspaceId: string, scheduleId: string) =>
  pagedQuery(
    [...schedulesKey(workspaceId), "runs", scheduleId] as const,
    `${ONE}/runs`,
    { params: { path: pathOf(workspaceId, scheduleId) } },
    { refreshMs: REFRESH_MS },
  );

/** When a schedule is due: an expression in a time zone, or a single time. */
export type Timing = Pick<Schemas["PreviewSchedule"], "cron" | "timezone" | "at">;

/** The next times of a schedule that is being edited. */
export const schedulePreviewQuery = (timing: Timing) =>
  queryOptions({
    queryKey: ["schedule-preview", timing] as const,
    queryFn: async ({ signal }) =>
      await client.post("/api/schedules/preview", { signal, body: { ...timing, count: 5 } }),
    placeholderData: keepPreviousData,
  });

export function useCreateSchedule(workspaceId: string) {
  return useChange(
    schedulesKey(workspaceId),
    async (body: CreateSchedule): Promise<Schedule> =>
      await once((key) =>
        client.post("/api/workspaces/{id}/schedules", {
          params: { path: { id: workspaceId }, header: { "Idempotency-Key": key } },
          body,
        }),
      ),
  );
}

interface ScheduleUpdate {
  readonly body: UpdateSchedule;
  /** The version to replace; any other one fails with `precondition_failed`. */
  readonly etag: string;
}

export function useUpdateSchedule(workspaceId: string, scheduleId: string) {
  return useReplace(
    scheduleQuery(workspaceId, scheduleId).queryKey,
    async ({ body, etag }: ScheduleUpdate) => {
      const params = { path: pathOf(workspaceId, scheduleId), header: { "If-Match": etag } };
      return versioned<Schedule>(await client.api.PATCH(ONE, { params, body }));
    },
    schedulesKey(workspaceId),
  );
}

export function usePauseSchedule(workspaceId: string, scheduleId: string) {
  return useChange(
    schedulesKey(workspaceId),
    async (action: "pause" | "resume"): Promise<Schedule> =>
      await client.post(`${ONE}/${action}`, { params: { path: pathOf(workspaceId, scheduleId) } }),
  );
}

/** Starts a run now. */
export function useRunSchedule(workspaceId: string, scheduleId: string) {
  return useChange(
    schedulesKey(workspaceId),
    async (): Promise<ScheduleRun> =>
      await once((key) =>
        client.post(`${ONE}/run`, {
          params: { path: pathOf(workspaceId, scheduleId), header: { "Idempotency-Key": key } },
        }),
      ),
  );
}

export function useDeleteSchedule(workspaceId: string, scheduleId: string) {
  return useChange(
    schedulesQuery(workspaceId).queryKey,
    async () => await client.delete(ONE, { params: { path: pathOf(workspaceId, scheduleId) } }),
  );
}
