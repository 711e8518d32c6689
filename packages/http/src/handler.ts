import { createServerAdapter } from "@whatwg-node/server";
import type { AgentService } from "@workspace-agent/core";
import { addressesUnder } from "./addresses.ts";
import { compressed } from "./answer/compress.ts";
import { respond, type ResponseConstructor } from "./answer/respond.ts";
import { corsHeaders } from "./credentials/cors.ts";
import type { HandlerOptions } from "./options/handler-options.ts";
import { openApiDocument } from "./openapi/document.ts";
import { Concurrency } from "./request/concurrency.ts";
import { RequestContext, type App } from "./request/request-context.ts";
import { requestIdOf } from "./request/request-id.ts";
import { cookiesOfServer, type ServerContext } from "./request/server-context.ts";
import { logNames } from "./request/trace-context.ts";
import { createRouter, type AnswerRequest } from "./router.ts";
import { routesOf } from "./routes/index.ts";
import { toSettings } from "./options/settings.ts";

/** The status that proxies log in this case. */
const CLIENT_CLOSED_REQUEST = 499;

/** Methods with metrics of their own. Callers can make up others, which are counted together. */
const COUNTED_METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/**
 * Serves requests of any runtime, and can be passed to `node:http` directly. There it can also be the listener of `checkExpectation` and
 * `checkContinue`, so that a body is only requested after the credential was checked.
 */
export interface Handler {
  (request: Request, ...context: unknown[]): Promise<Response>;
  /** A request listener: `http.createServer(handler)`, `app.use(handler)`, `server.on("checkContinue", handler)`. */
  (request: { readonly headers: object }, response: { readonly statusCode: number }): void;
}

/**
 * The REST API of a service as one fetch handler. It never throws or rejects: every failure becomes a problem. A caller that disconnects
 * ends waits and streams, but never a turn.
 */
export function createHandler(service: AgentService, options: HandlerOptions = {}): Handler {
  const settings = toSettings(options);
  const routes = routesOf(settings);
  const app: App = {
    service,
    settings,
    addresses: addressesUnder(settings.prefix),
    concurrency: new Concurrency(settings.limits),
    openApi: once(() => JSON.stringify(openApiDocument(routes, settings, service.instance.version))),
  };
  const router = createRouter(app, routes);
  // The adapter's types depend on Node; these do not.
  const adapter: (...given: never[]) => unknown = createServerAdapter<ServerContext>(
    async (request, server, fetchApi) => await serve(app, router, request, server, fetchApi.Response),
  );
  const handler = (input: Request | { readonly headers: object }, ...given: unknown[]): unknown =>
    input instanceof Request
      ? unlessGone(input, async () => await adapter(input as never, ...(given as never[])))
      : adapter(input as never, ...(given as never[]));
  return handler as Handler;
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

/** The adapter rejects if the caller disconnects first. Nobody reads this response, but hosts may log its status. */
async function unlessGone(request: Request, answer: () => Promise<unknown>): Promise<unknown> {
  try {
    return await answer();
  } catch (error) {
    if (!request.signal.aborted) throw error;
    return new Response(null, { status: CLIENT_CLOSED_REQUEST });
  }
}

async function serve(
  app: App,
  answerRequest: AnswerRequest,
  request: Request,
  server: ServerContext,
  Response: ResponseConstructor,
): Promise<Response> {
  const { method } = request;
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  const { logger, clock } = app.settings;
  const begun = clock.monotonic();
  const { answer, route } = await answerRequest(new RequestContext(app, request, requestId, server));
  const elapsed = clock.monotonic() - begun;
  const { status } = answer;
  app.service.metrics.request({
    method: COUNTED_METHODS.has(method) ? method : "other",
    route: route ?? "none",
    status,
    seconds: elapsed / 1000,
  });
  const names = logNames(requestId, request);
  logger.debug({ ...names, method, status, ms: Math.round(elapsed) }, "answered");
  const cors = corsHeaders(request.headers.get("origin"), app.settings);
  const sent = await compressed(answer, request);
  const response = respond(sent, { requestId, isHead: method === "HEAD", cors }, Response);
  if (answer.headers["set-cookie"] !== undefined)
    for (const cookie of cookiesOfServer(server)) response.headers.append("set-cookie", cookie);
  return response;
}
