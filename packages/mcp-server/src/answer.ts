import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpCall } from "@workspace-agent/core";
import { serverFor } from "./server-for.ts";
import { mayLast } from "./tools/may-last.ts";

/** The status that proxies log for a disconnected caller. */
const GONE = 499;

/**
 * Answers one request with its own server, in the revision of 2026 or earlier ones. Calls that may take long are streamed, so that proxies
 * do not close the connection; all others return one JSON body.
 */
export async function answer(call: McpCall): Promise<Response> {
  const bytes = await call.request.arrayBuffer();
  const body = parsed(bytes);
  if (Array.isArray(body)) return noBatches();
  const request = new Request(call.request, { method: "POST", body: bytes });
  const streams = mayLast(body);
  if (body !== undefined && !streams && (await isLegacyRequest(request, body)))
    return await answerInJson(call, request, body);
  const handler = createMcpHandler(() => serverFor(call), {
    responseMode: streams ? "sse" : "auto",
    maxRequestBodySize: Math.max(1, bytes.byteLength),
  });
  return await handler.fetch(request, body === undefined ? {} : { parsedBody: body });
}

/** Batches were removed in revision 2025-06-18: all results would wait for the last one. */
function noBatches(): Response {
  const error = { code: -32_600, message: "Send one message per request. Batches are not supported." };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
}

/** Parses JSON; undefined if invalid, for which the SDK has the error of the protocol. */
function parsed(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** For stateless requests of earlier revisions, the SDK would stream every response. */
async function answerInJson(call: McpCall, request: Request, parsedBody: unknown): Promise<Response> {
  const server = serverFor(call);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const { signal } = call.request;
  const { promise: gone, resolve } = Promise.withResolvers<Response>();
  const leave = () => resolve(new Response(null, { status: GONE }));
  signal.addEventListener("abort", leave, { once: true });
  try {
    await server.connect(transport);
    return await Promise.race([transport.handleRequest(request, { parsedBody }), gone]);
  } finally {
    signal.removeEventListener("abort", leave);
    await server.close();
  }
}
