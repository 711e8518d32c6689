import { DomainError, type Principal, type McpCall, type McpEndpoint } from "@workspace-agent/core";
import { content, type Answer } from "../answer/answer.ts";
import type { BodySpec } from "../body/body-spec.ts";
import { authorize } from "../credentials/authorize.ts";
import { identify } from "../credentials/identify.ts";
import { isOwnOrigin } from "../credentials/origin-check.ts";
import { countRequest } from "../limits/count-request.ts";
import type { RequestContext } from "../request/request-context.ts";
import { parentOfTurn } from "../request/trace-context.ts";
import { defineRoute, type Route } from "../route.ts";
import { LIVE_HEADERS } from "../streams/live-stream.ts";
import { EVENT_STREAM } from "../streams/sse.ts";

/** The largest input of a tool is a chat message. The protocol has its own errors for a body that is not JSON. */
const messageBody: BodySpec<Uint8Array<ArrayBuffer>> = {
  documentation: { contentType: "application/json", limit: "chatBytes" },
  read: async (context) => new Uint8Array(await context.body.bytes(context.app.settings.limits.chatBytes)),
};

/**
 * The Model Context Protocol over Streamable HTTP. The request itself only needs a credential; the tools check scopes and rate limits like
 * the routes that do the same. Not part of the OpenAPI document.
 */
export function mcpRoutes(mcp: McpEndpoint): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/mcp",
      operationId: "mcp",
      tag: "Instance",
      summary: "Call the Model Context Protocol",
      access: "any-credential",
      rateLimit: null,
      hidden: true,
      body: messageBody,
      // Some tools wait, which only they know.
      long: () => "waits",
      responses: { 200: { description: "A response of the protocol, or a stream that ends with it." } },
      handler: async ({ context, principal, body }) => {
        checkPage(context);
        return await toAnswer(await mcp.answer(toMcpCall(context, principal, body)));
      },
    }),
  ];
}

/** The protocol requires that requests from pages of other origins are refused, whatever their credential. Programs send no `Origin`. */
function checkPage(context: RequestContext): void {
  const { corsOrigins, publicOrigin } = context.app.settings;
  const origin = context.header("origin");
  if (origin === null || corsOrigins.has(origin) || isOwnOrigin(origin, context.target.host, publicOrigin))
    return;
  throw new DomainError("forbidden_origin", "Pages of other origins must not use this address.");
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
    async permit({ access, workspaceId, rateLimit }) {
      const current = await identify(context);
      authorize(current, access, workspaceId);
      await countRequest(context, current, rateLimit);
    },
    report: context.report,
  };
}

async function toAnswer(response: Response): Promise<Answer> {
  const { status, headers, body } = response;
  const type = headers.get("content-type") ?? "";
  if (body !== null && type.startsWith(EVENT_STREAM)) return content(EVENT_STREAM, body, LIVE_HEADERS);
  return {
    status,
    headers: Object.fromEntries(headers),
    body: body === null ? null : new Uint8Array(await response.arrayBuffer()),
  };
}
