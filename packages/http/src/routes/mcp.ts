import { DomainError, type Principal } from "@workspace-agent/core";
import { stream, type Answer } from "../answer/answer.ts";
import type { BodySpec } from "../body/body-spec.ts";
import { authorize } from "../credentials/authorize.ts";
import { identify } from "../credentials/identify.ts";
import { isOwnOrigin } from "../credentials/origin-check.ts";
import { countRequest } from "../limits/count-request.ts";
import type { McpCall, McpEndpoint } from "../mcp/mcp-endpoint.ts";
import type { Call } from "../request/call.ts";
import { parentOfTurn } from "../request/trace-context.ts";
import { defineRoute, type Route } from "../route.ts";
import { EVENT_STREAM, SSE_HEADERS } from "../streams/sse.ts";

/** A message to an agent is the largest thing that a tool takes. The protocol has errors of its own for what is no JSON. */
const messageBody: BodySpec<Uint8Array<ArrayBuffer>> = {
  documentation: { contentType: "application/json", limit: "chatBytes" },
  read: async (call) => new Uint8Array(await call.body.bytes(call.instance.settings.limits.chatBytes)),
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
      handler: async ({ call, principal, body }) => {
        checkPage(call);
        return await toAnswer(await mcp.answer(toMcpCall(call, principal, body)));
      },
    }),
  ];
}

/** A page of a foreign origin is refused whatever it brings, as the protocol asks for; programs send no origin. */
function checkPage(call: Call): void {
  const { corsOrigins, publicOrigin } = call.instance.settings;
  const origin = call.header("origin");
  if (origin === null || corsOrigins.has(origin) || isOwnOrigin(origin, call.target.host, publicOrigin))
    return;
  throw new DomainError("forbidden_origin", "A page of another origin may not use this address.");
}

function toMcpCall(call: Call, principal: Principal, body: Uint8Array<ArrayBuffer>): McpCall {
  const { service, settings } = call.instance;
  return {
    request: new Request(`http://${call.target.host}${call.target.path}`, {
      method: "POST",
      headers: [...call.request.headers],
      body,
      signal: call.signal,
    }),
    requestId: call.requestId,
    principal,
    service,
    traceparent: parentOfTurn(call.header("traceparent")),
    maxFileBytes: settings.limits.fileBytes,
    async permit({ scope, workspaceId, rateLimit }) {
      const current = await identify(call);
      authorize(current, scope, workspaceId);
      await countRequest(call, current, rateLimit);
    },
    report: call.report,
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
