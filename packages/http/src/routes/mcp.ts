import { DomainError, type Principal } from "@workspace-agent/core";
import { stream, type Answer } from "../answer/answer.ts";
import type { BodySpec } from "../body/body-spec.ts";
import { authorize } from "../credentials/authorize.ts";
import { identify } from "../credentials/identify.ts";
import { isOwnOrigin } from "../credentials/origin-check.ts";
import { countRequest } from "../limits/count-request.ts";
import type { McpCall, McpEndpoint } from "../options/mcp-endpoint.ts";
import type { RequestContext } from "../request/request-context.ts";
import { parentOfTurn } from "../request/trace-context.ts";
import { defineRoute, type Route } from "../route.ts";
import { EVENT_STREAM, SSE_HEADERS } from "../streams/sse.ts";

/** A message to an agent is the largest thing that a tool takes. The protocol has errors of its own for what is no JSON. */
const messageBody: BodySpec<Uint8Array<ArrayBuffer>> = {
  documentation: { contentType: "application/json", limit: "chatBytes" },
  read: async (context) => new Uint8Array(await context.body.bytes(context.app.settings.limits.chatBytes)),
};

/**
 * The Model Context Protocol over Streamable HTTP. What its tools do is counted and permitted as the routes that do the same; the
 * request itself needs a credential and nothing else. It is no part of the REST API's document: its operations are in the protocol.
 */
export function mcpRoutes(mcp: McpEndpoint): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/mcp",
      operationId: "mcp",
      tag: "Instance",
      summary: "The service as tools, by the Model Context Protocol",
      access: "any-credential",
      rateLimit: null,
      hidden: true,
      body: messageBody,
      // What its tools do may wait, and only they know.
      long: () => "waits",
      responses: { 200: { description: "An answer of the protocol, or a stream that ends with it." } },
      handler: async ({ context, principal, body }) => {
        checkPage(context);
        return await toAnswer(await mcp.answer(toMcpCall(context, principal, body)));
      },
    }),
  ];
}

/** A page of a foreign origin is refused whatever it brings, as the protocol asks for; programs send no origin. */
function checkPage(context: RequestContext): void {
  const { corsOrigins, publicOrigin } = context.app.settings;
  const origin = context.header("origin");
  if (origin === null || corsOrigins.has(origin) || isOwnOrigin(origin, context.target.host, publicOrigin))
    return;
  throw new DomainError("forbidden_origin", "A page of another origin may not use this address.");
}

function toMcpCall(context: RequestContext, principal: Principal, body: Uint8Array<ArrayBuffer>): McpCall {
  const { service, settings } = context.app;
  return {
    request: new Request(`http://${context.target.host}${context.target.path}`, {
      method: "POST",
      headers: [...context.request.headers],
      body,
      signal: context.signal,
    }),
    requestId: context.requestId,
    principal,
    service,
    traceparent: parentOfTurn(context.header("traceparent")),
    maxFileBytes: settings.limits.fileBytes,
    async permit({ scope, workspaceId, rateLimit }) {
      const current = await identify(context);
      authorize(current, scope, workspaceId);
      await countRequest(context, current, rateLimit);
    },
    report: context.report,
  };
}

async function toAnswer(response: Response): Promise<Answer> {
  const { status, headers, body } = response;
  const type = headers.get("content-type") ?? "";
  if (body !== null && type.startsWith(EVENT_STREAM)) return stream(EVENT_STREAM, body, SSE_HEADERS);
  return {
    status,
    headers: Object.fromEntries(headers),
    body: body === null ? null : new Uint8Array(await response.arrayBuffer()),
  };
}
