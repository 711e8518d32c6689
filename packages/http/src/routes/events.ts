import { DomainError } from "@workspace-agent/core";
import * as v from "valibot";
import { acceptsType } from "../request/accept.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, type Route } from "../route.ts";
import { StreamedEventSchema } from "../streams/event-schema.ts";
import { EVENT_STREAM } from "../streams/sse.ts";
import { sseAnswer } from "../streams/sse-answer.ts";

/** The last event that the reader has: what its reconnection says counts more than the address it began with. */
function startAfter(lastEventId: string | null, after: number | undefined): number {
  if (lastEventId === null || lastEventId === "") return after ?? 0;
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId);
  throw new DomainError("invalid_request", "Last-Event-ID takes the id of an event of this session.");
}

export const eventRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id/events",
    operationId: "streamEvents",
    tag: "Sessions",
    summary: "Follow a session's events",
    description:
      "Server-Sent Events: the durable log after `Last-Event-ID` or `after` (else from the start), then `sync`, then what is new. Durable events carry their `seq` as `id`. A reader that is too slow is disconnected and loses nothing by coming back with `Last-Event-ID`.",
    access: "workspaces:read",
    headers: ["Last-Event-ID"],
    query: query({
      after: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(0), v.description("The last `seq` that the reader has.")),
      ),
      follow: v.optional(
        v.pipe(v.boolean(), v.description("`false` ends at the current end of the log.")),
        true,
      ),
    }),
    responses: {
      200: { description: "The events.", content: { [EVENT_STREAM]: StreamedEventSchema } },
    },
    errors: ["not_acceptable"],
    handler: async ({ call, service, principal, params, query }) => {
      if (!acceptsType(call.header("accept"), EVENT_STREAM)) {
        throw new DomainError("not_acceptable", `Events are given as ${EVENT_STREAM}.`);
      }
      const after = startAfter(call.header("last-event-id"), query.after);
      const { id, session_id } = params;
      return await sseAnswer(call, async (signal) => {
        const options = { after, follow: query.follow, signal };
        return await service.sessions.events(principal, id, session_id, options);
      });
    },
  }),
];
