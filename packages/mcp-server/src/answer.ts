import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpCall } from "./mcp-call.ts";
import { serverFor } from "./server-for.ts";
import { mayLast } from "./tools/may-last.ts";

/** The status that proxies log for a caller who went away; nobody reads it. */
const GONE = 499;

/**
 * One request by a server of its own, in the protocol's revision of 2026 or in those before. What may last is streamed, so that no proxy
 * takes the silence for an end; all else is one JSON body.
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

/** The protocol has none since its revision of 2025-06-18: all results of one would be held until the last is there. */
function noBatches(): Response {
  const error = { code: -32_600, message: "Send one message in each request: batches are not taken." };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 400 });
}

/** The value of a JSON text, or undefined: the SDK has the protocol's own answer to what is none. */
function parsed(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** The SDK's own way for revisions before 2026 without sessions streams every answer. */
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
