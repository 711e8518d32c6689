import { DomainError } from "@workspace-agent/core";
import { SessionEventSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { negotiate, VARY_ACCEPT } from "../headers/accept.ts";
import type { RequestContext } from "../request/request-context.ts";
import { pageAnswer, pageParameters, toPageRequest } from "../request/paging.ts";
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

const typeOf = (context: RequestContext) =>
  negotiate(context.header("accept"), [EVENT_STREAM, "application/json"]);

export const eventRoutes: readonly Route[] = [
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id/events",
    operationId: "streamEvents",
    tag: "Sessions",
    summary: "Follow a session's events",
    description:
      "Server-Sent Events: the durable log after `Last-Event-ID` or `after` (else from the start), then `sync`, then what is new. Durable events carry their `seq` as `id`. A reader that is too slow is disconnected and loses nothing by coming back with `Last-Event-ID`. With `Accept: application/json`: the durable events as an array, in pages; `follow` is of no account then, and `limit` and `cursor` belong to that form.",
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
      ...pageParameters,
    }),
    responses: {
      200: {
        description: "The events: of a stream each, or a page of them.",
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
        const asked = { ...toPageRequest(query), after };
        const page = await service.sessions.eventPage(principal, id, session_id, asked);
        return pageAnswer(context, page, { limit: query.limit }, VARY_ACCEPT);
      }
      if (query.limit !== undefined || query.cursor !== undefined) {
        throw new DomainError(
          "invalid_request",
          "limit and cursor are for pages: say Accept: application/json.",
        );
      }
      const open = async (signal: AbortSignal) => {
        const options = { after, follow: query.follow, signal };
        return await service.sessions.events(principal, id, session_id, options);
      };
      return await sseAnswer(context, open, VARY_ACCEPT);
    },
  }),
];
