import { OPERATIONS } from "@workspace-agent/core/internal";
import {
  AcceptedTurnSchema,
  ChatModeSchema,
  ChatSchema,
  TurnResultSchema,
  type ChatMode,
} from "@workspace-agent/core/schemas";
import type { AcceptedTurn } from "@workspace-agent/core";
import * as v from "valibot";
import { json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { authorizeAgain } from "../credentials/authorize.ts";
import { namesType } from "../headers/accept.ts";
import { idempotent } from "../request/idempotent.ts";
import { parentOfTurn } from "../request/trace-context.ts";
import { defineRoute, jsonResponse, type Route } from "../route.ts";
import { StreamedEventSchema } from "../streams/event-schema.ts";
import { liveAnswer } from "../streams/live-answer.ts";
import { EVENT_STREAM, EVENTS } from "../streams/sse.ts";

/** Without `mode`, callers that accept JSON and not events wait for the result. The service has not checked the body yet. */
function modeOf(body: unknown, accept: string | null): ChatMode {
  const mode: unknown = typeof body === "object" && body !== null && "mode" in body ? body.mode : undefined;
  if (v.is(ChatModeSchema, mode)) return mode;
  return namesType(accept, "application/json") && !namesType(accept, EVENT_STREAM) ? "sync" : "stream";
}

const LONG_MODES = { async: null, stream: "streams", sync: "waits" } as const;

function accepted({ session_id, turn_id, status }: AcceptedTurn) {
  return { session_id, turn_id, status };
}

export const chatRoutes: readonly Route[] = [
  defineRoute({
    method: "POST",
    path: "/api/workspaces/:id/chat",
    operationId: "chat",
    tag: "Chat",
    summary: "Send a message to the agent",
    description:
      "`async` returns as soon as the turn is stored durably. `stream` streams the events of the turn until it ends; disconnecting does not stop the turn. `sync` waits for the result. Without `mode`, an `Accept` that names `application/json` and not `text/event-stream` means `sync`, and any other `stream`. If the session is not idle, `on_busy` decides what happens to the message. With `steer`, the response is about the running turn in every mode, and a stream starts with the next event.",
    access: OPERATIONS.chat.send.access,
    rateLimit: "turns",
    headers: ["Idempotency-Key"],
    body: jsonBody(ChatSchema, "chatBytes"),
    responses: {
      200: {
        description: "`stream`: the events of the turn. `sync`: the result of the turn.",
        headers: ["Location", "Idempotent-Replayed"],
        content: { [EVENT_STREAM]: StreamedEventSchema, "application/json": TurnResultSchema },
      },
      202: jsonResponse(
        "`async`: the turn, or the message for the running turn, is accepted.",
        AcceptedTurnSchema,
        ["Location", "Idempotent-Replayed"],
      ),
    },
    errors: [
      "budget_reached",
      "session_busy",
      "not_allowed",
      "price_unknown",
      "queue_full",
      "model_unavailable",
      "sandbox_unavailable",
      "overloaded",
      "sync_timeout",
    ],
    long: ({ context, body }) => LONG_MODES[modeOf(body, context.header("accept"))],
    handler: async ({ context, service, principal, params, body }) => {
      const { limits } = context.app.settings;
      const mode = modeOf(body, context.header("accept"));
      const traceparent = parentOfTurn(context.header("traceparent"));
      const { made: turn, headers: replayed } = await idempotent(context, (options) =>
        service.chat.send(principal, params.id, body, {
          ...options,
          traceparent: traceparent ?? undefined,
        }),
      );
      const headers = {
        location: context.app.addresses.path(`/api/workspaces/${params.id}/sessions/${turn.session_id}`),
        ...replayed,
      };
      if (mode === "async") return json(202, accepted(turn), headers);
      if (mode === "stream") {
        const { access } = OPERATIONS.chat.send;
        return await liveAnswer(
          context,
          (reader) => authorizeAgain(service, principal, reader, access, params.id),
          EVENTS,
          async (signal) => await service.chat.stream(principal, params.id, turn, { signal }),
          headers,
        );
      }
      const wait = { seconds: limits.syncSeconds, signal: context.signal };
      return json(200, await service.chat.result(principal, params.id, turn, wait), headers);
    },
  }),
];
