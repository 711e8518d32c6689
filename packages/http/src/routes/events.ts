import { AfterSchema, OPERATIONS } from "@workspace-agent/core/internal";
import { DomainError, type Principal } from "@workspace-agent/core";
import { SessionEventSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { authorizeAgain } from "../credentials/authorize.ts";
import { negotiate, VARY_ACCEPT } from "../headers/accept.ts";
import type { RequestContext } from "../request/request-context.ts";
import { pageAnswer, pageParameters } from "../request/paging.ts";
import { query } from "../request/query-spec.ts";
import { defineRoute, type Route } from "../route.ts";
import { StreamedEventSchema } from "../streams/event-schema.ts";
import { liveAnswer } from "../streams/live-answer.ts";
import { EVENT_STREAM, EVENTS } from "../streams/sse.ts";

/** A reconnection sends `Last-Event-ID`, which overrides `after` of the original URL. */
function startAfter(lastEventId: string | null, after: number | undefined): number {
  if (lastEventId === null || lastEventId === "") return after ?? 0;
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId);
  throw new DomainError("invalid_request", "Last-Event-ID must be the id of an event of this session.");
}

const typeOf = (context: RequestContext) =>
  negotiate(context.header("accept"), [EVENT_STREAM, "application/json"]);

export const eventRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id/events",
    operationId: "streamEvents",
    tag: "Sessions",
    summary: "Stream the events of a session",
    description:
      "Streams Server-Sent Events: first the stored events after `Last-Event-ID` or `after` (otherwise from the start), then `sync`, then new events. Stored events have their `seq` as `id`. A reader that is too slow is disconnected; it reconnects with `Last-Event-ID` and misses nothing. With `Accept: application/json` the stored events are returned as pages of an array; `limit` and `cursor` only apply to this form, and `follow` is ignored.",
    access: OPERATIONS.sessions.events.access,
    headers: ["Last-Event-ID"],
    query: query({
      after: v.optional(v.pipe(AfterSchema, v.description("Only return events after this `seq`."))),
      follow: v.optional(
        v.pipe(v.boolean(), v.description("`false` ends the stream at the end of the stored log.")),
        true,
      ),
      ...pageParameters,
    }),
    responses: {
      200: {
        description: "The events, as a stream or as a page.",
        headers: ["Link"],
        content: { [EVENT_STREAM]: StreamedEventSchema, "application/json": v.array(SessionEventSchema) },
      },
    },
    errors: ["not_acceptable"],
    long: ({ context }) => (typeOf(context) === EVENT_STREAM ? "streams" : null),
    handler: async ({ context, service, principal, params, query }) => {
      const type = typeOf(context);
      const after = startAfter(context.header("last-event-id"), query.after);
      const { id, session_id } = params;
      if (type === "application/json") {
        const asked = { limit: query.limit, cursor: query.cursor, after };
        const page = await service.sessions.eventPage(principal, id, session_id, asked);
        return pageAnswer(context, page, { limit: query.limit }, VARY_ACCEPT);
      }
      if (query.limit !== undefined || query.cursor !== undefined) {
        throw new DomainError("invalid_request", "limit and cursor require `Accept: application/json`.");
      }
      const open = async (signal: AbortSignal) => {
        const options = { after, follow: query.follow, signal };
        return await service.sessions.events(principal, id, session_id, options);
      };
      const { access } = OPERATIONS.sessions.events;
      const check = (reader: Principal) => authorizeAgain(service, principal, reader, access, id);
      return await liveAnswer(context, check, EVENTS, open, VARY_ACCEPT);
    },
  }),
];
