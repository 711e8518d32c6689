import { OPERATIONS } from "@workspace-agent/core/internal";
import { ForkSessionSchema, SessionSchema, UpdateSessionSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { empty, json } from "../answer/answer.ts";
import { jsonBody, optionalJsonBody } from "../body/body-spec.ts";
import { createdAnswer } from "../request/idempotent.ts";
import { pageAnswer, pageParameters } from "../request/paging.ts";
import { metadataParameter, toFilteredQuery } from "../request/pair.ts";
import { query } from "../request/query-spec.ts";
import { longWait, toWait, waitParameter } from "../request/wait.ts";
import { defineRoute, jsonResponse, pagesOf, type Route } from "../route.ts";

const operations = OPERATIONS.sessions;

const tag = "Sessions";

export const sessionRoutes: readonly Route[] = [
  defineRoute({
    ...pagesOf("sessions", SessionSchema),
    path: "/api/workspaces/:id/sessions",
    operationId: "listSessions",
    tag,
    summary: "List the sessions of a workspace",
    description: "Returned newest first.",
    access: operations.list.access,
    query: query({ ...pageParameters, metadata: metadataParameter("sessions") }),
    handler: async ({ context, service, principal, params, query }) =>
      pageAnswer(context, await service.sessions.list(principal, params.id, toFilteredQuery(query)), query),
  }),
  defineRoute({
    method: "GET",
    path: "/api/workspaces/:id/sessions/:session_id",
    operationId: "getSession",
    tag,
    summary: "Get a session",
    description:
      "With `wait`, the response is delayed until the session is `idle` or `waiting`, or the time is up.",
    access: operations.get.access,
    query: query({ wait: waitParameter }),
    long: longWait,
    responses: { 200: jsonResponse("The session.", SessionSchema) },
    handler: async ({ context, service, principal, params, query }) =>
      json(
        200,
        await service.sessions.get(principal, params.id, params.session_id, toWait(context, query.wait)),
      ),
  }),
  defineRoute({
    method: "PATCH",
    path: "/api/workspaces/:id/sessions/:session_id",
    operationId: "updateSession",
    tag,
    summary: "Update a session",
    description:
      "Set `name` to null to remove the name. `metadata` replaces all metadata. Omitted fields are not changed.",
    access: operations.update.access,
    body: jsonBody(UpdateSessionSchema),
    responses: { 200: jsonResponse("The session.", SessionSchema) },
    handler: async ({ service, principal, params, body }) =>
      json(200, await service.sessions.update(principal, params.id, params.session_id, body)),
  }),
  defineRoute({
    method: "DELETE",
    path: "/api/workspaces/:id/sessions/:session_id",
    operationId: "deleteSession",
    tag,
    summary: "Delete a session",
    description: "Interrupts the session and deletes it with its events.",
    access: operations.delete.access,
    responses: { 204: { description: "Deleted." } },
    handler: async ({ service, principal, params }) => {
      await service.sessions.delete(principal, params.id, params.session_id);
      return empty(204);
    },
  }),
  defineRoute({
    method: "POST",
    path: "/api/workspaces/:id/sessions/:session_id/interrupt",
    operationId: "interruptSession",
    tag,
    summary: "Interrupt a session",
    description: "Stops the model and kills all processes of the turn. The history is kept.",
    access: operations.interrupt.access,
    responses: {
      200: jsonResponse("Whether a turn was interrupted.", v.strictObject({ interrupted: v.boolean() })),
    },
    handler: async ({ service, principal, params }) =>
      json(200, await service.sessions.interrupt(principal, params.id, params.session_id)),
  }),
  defineRoute({
    method: "POST",
    path: "/api/workspaces/:id/sessions/:session_id/fork",
    operationId: "forkSession",
    tag,
    summary: "Fork a session",
    description:
      "Creates a session with copies of the messages and tool calls up to the last completed step, or up to the step of `at_message`. If that is a user message, it and everything after it are left out. The copies have new ids and belong to no turn, and the usage of the new session starts at zero. The original session is not changed.",
    access: operations.fork.access,
    headers: ["Idempotency-Key"],
    body: optionalJsonBody(ForkSessionSchema),
    responses: {
      201: jsonResponse("The new session.", SessionSchema, ["Location", "Idempotent-Replayed"]),
    },
    handler: async ({ context, service, principal, params: { id, session_id }, body }) =>
      await createdAnswer(context, `/api/workspaces/${id}/sessions`, (options) =>
        service.sessions.fork(principal, id, session_id, body, options),
      ),
  }),
];
