import { createServerAdapter } from "@whatwg-node/server";
import type { AgentService } from "@workspace-agent/core";
import { compressed } from "./answer/compress.ts";
import { respond, type ResponseConstructor } from "./answer/respond.ts";
import { corsHeaders } from "./credentials/cors.ts";
import { createInstance } from "./instance.ts";
import type { HandlerOptions } from "./options.ts";
import { Call, type Instance } from "./request/call.ts";
import { requestIdOf } from "./request/request-id.ts";
import { cookiesOfServer, type ServerContext } from "./request/server-context.ts";
import { logNames } from "./request/trace-context.ts";
import { countAnswer } from "./metrics/count-answer.ts";
import { createRouter, type AnswerCall } from "./router.ts";
import { routesOf } from "./routes/index.ts";
import { toSettings } from "./settings.ts";

/** As proxies write it into their logs. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Serves the requests of any runtime, and as it is those of `node:http`. There it may also be the listener of `checkContinue` (a body is
 * then asked for when it is read, and not before the credential was checked) and of `checkExpectation`.
 */
export interface Handler {
  (request: Request, ...context: unknown[]): Promise<Response>;
  /** A request listener: `http.createServer(handler)`, `app.use(handler)`, `server.on("checkContinue", handler)`. */
  (request: { readonly headers: object }, response: { readonly statusCode: number }): void;
}

/**
 * The whole REST API of a service as one fetch handler (API.md). It never throws and never rejects: every
 * failure is a problem answer. The caller going away ends waits and streams, never a turn.
 */
export function createHandler(service: AgentService, options: HandlerOptions = {}): Handler {
  const settings = toSettings(options);
  const routes = routesOf(settings);
  const instance = createInstance(service, settings, routes);
  const router = createRouter(instance, routes);
  // The adapter's own type names Node's; ours stands on every runtime.
  const adapter: (...given: never[]) => unknown = createServerAdapter<ServerContext>(
    async (request, server, fetchApi) => await serve(instance, router, request, server, fetchApi.Response),
  );
  const handler = (input: Request | { readonly headers: object }, ...given: unknown[]): unknown =>
    input instanceof Request
      ? unlessGone(input, async () => await adapter(input as never, ...(given as never[])))
      : adapter(input as never, ...(given as never[]));
  return handler as Handler;
}

/** The adapter rejects when the caller leaves before there is an answer. Nobody reads this one; a host may log its status. */
async function unlessGone(request: Request, answer: () => Promise<unknown>): Promise<unknown> {
  try {
    return await answer();
  } catch (error) {
    if (!request.signal.aborted) throw error;
    return new Response(null, { status: CLIENT_CLOSED_REQUEST });
  }
}

async function serve(
  instance: Instance,
  answerCall: AnswerCall,
  request: Request,
  server: ServerContext,
  Response: ResponseConstructor,
): Promise<Response> {
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  const { logger, clock } = instance.settings;
  const begun = clock.monotonic();
  const { answer, route } = await answerCall(new Call(instance, request, requestId, server));
  const elapsed = clock.monotonic() - begun;
  const ms = Math.round(elapsed);
  countAnswer(instance, { method: request.method, status: answer.status, route, seconds: elapsed / 1000 });
  const names = logNames(requestId, request);
  logger.debug({ ...names, method: request.method, status: answer.status, ms }, "answered");
  const cors = corsHeaders(request.headers.get("origin"), instance.settings);
  const sent = await compressed(answer, request);
  const response = respond(sent, { requestId, isHead: request.method === "HEAD", cors }, Response);
  if (answer.headers["set-cookie"] !== undefined)
    for (const cookie of cookiesOfServer(server)) response.headers.append("set-cookie", cookie);
  return response;
}
