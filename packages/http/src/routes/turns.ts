import { OPERATIONS } from "@workspace-agent/core/internal";
import { TurnSchema, UpdateTurnSchema } from "@workspace-agent/core/schemas";
import { empty, json } from "../answer/answer.ts";
import { jsonBody } from "../body/body-spec.ts";
import { pageAnswer, pageParameters } from "../request/paging.ts";
import { metadataParameter, toFilteredQuery } from "../request/pair.ts";
import { query } from "../request/query-spec.ts";
import { longWait, toWait, waitParameter } from "../request/wait.ts";
import { defineRoute, jsonResponse, pagesOf, type Route } from "../route.ts";

const tag = "Sessions";

export const turnRoutes: readonly Route[] = [
  defineRoute({
    ...pagesOf("turns", TurnSchema),
    path: "/api/workspaces/:id/sessions/:session_id/turns",
    operationId: "listTurns",
    tag,
    summary: "List the turns of a session",
    description: "Returned newest first.",
    access: OPERATIONS.sessions.turns.access,
    query: query({ ...pageParameters, metadata: metadataParameter("turns") }),
    handler: async ({ context, service, principal, params, query }) => {
      const page = await service.sessions.turns(
        principal,
        params.id,
        params.session_id,
        toFilteredQuery(query),
      );
      return pageAnswer(context, page, query);
    },
  }),
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id/turns/:turn_id",
    operationId: "getTurn",
    tag,
    summary: "Get a turn",
    description:
      "With `wait`, the response is delayed until the turn ends or waits for a person, or the time is up.",
    access: OPERATIONS.sessions.turn.access,
    query: query({ wait: waitParameter }),
    long: longWait,
    responses: { 200: jsonResponse("The turn.", TurnSchema) },
    handler: async ({ context, service, principal, params, query }) => {
      const { id, session_id, turn_id } = params;
      return json(
        200,
        await service.sessions.turn(principal, id, session_id, turn_id, toWait(context, query.wait)),
      );
    },
  }),
  defineRoute({
    method: "PATCH",
    path: "/api/workspaces/:id/sessions/:session_id/turns/:turn_id",
    operationId: "updateTurn",
    tag,
    summary: "Change the message of a queued turn",
    description: "Only while the turn is `queued`. The log records the change.",
    access: OPERATIONS.sessions.updateTurn.access,
    body: jsonBody(UpdateTurnSchema, "chatBytes"),
    responses: { 200: jsonResponse("The turn.", TurnSchema) },
    errors: ["session_busy", "not_allowed"],
    handler: async ({ service, principal, params, body }) => {
      const { id, session_id, turn_id } = params;
      return json(200, await service.sessions.updateTurn(principal, id, session_id, turn_id, body));
    },
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/workspaces/:id/sessions/:session_id/turns/:turn_id",
    operationId: "withdrawTurn",
    tag,
    summary: "Withdraw a queued turn",
    description:
      "Only while the turn is `queued`. It ends `interrupted` before it starts, and the agent never gets its message.",
    access: OPERATIONS.sessions.withdrawTurn.access,
    responses: { 204: { description: "Withdrawn." } },
    errors: ["session_busy"],
    handler: async ({ service, principal, params }) => {
      const { id, session_id, turn_id } = params;
      await service.sessions.withdrawTurn(principal, id, session_id, turn_id);
      return empty(204);
    },
  }),
];
