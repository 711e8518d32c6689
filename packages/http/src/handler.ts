import { createServerAdapter } from "@whatwg-node/server";
import { DomainError, hostFailure, type AgentService } from "@workspace-agent/core";
import type { Answer } from "./answer/answer.ts";
import { compressed } from "./answer/compress.ts";
import { internalError } from "./answer/internal-error.ts";
import { problem } from "./answer/problem.ts";
import { respond, type ResponseConstructor } from "./answer/respond.ts";
import { corsHeaders } from "./credentials/cors.ts";
import { signInRedirect } from "./credentials/sign-in-redirect.ts";
import { dispatch } from "./dispatch.ts";
import { createInstance } from "./instance.ts";
import type { HandlerOptions } from "./options.ts";
import { Call, type Instance } from "./request/call.ts";
import { requestIdOf } from "./request/request-id.ts";
import { cookiesOfServer, type ServerContext } from "./request/server-context.ts";
import { logNames } from "./request/trace-context.ts";
import { checkWire } from "./request/wire-checks.ts";
import { countAnswer } from "./metrics/count-answer.ts";
import { routerOf, type FindRoute } from "./router.ts";
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
  const find = routerOf(routes);
  // The adapter's own type names Node's; ours stands on every runtime.
  const adapter: (...given: never[]) => unknown = createServerAdapter<ServerContext>(
    async (request, context, fetchApi) => await serve(instance, find, request, context, fetchApi.Response),
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
  find: FindRoute,
  request: Request,
  context: ServerContext,
  Response: ResponseConstructor,
): Promise<Response> {
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  const { logger, clock } = instance.settings;
  const begun = clock.monotonic();
  const { answer, route } = await answerTo(instance, find, request, requestId, context);
  const elapsed = clock.monotonic() - begun;
  const ms = Math.round(elapsed);
  countAnswer(instance, { method: request.method, status: answer.status, route, seconds: elapsed / 1000 });
  const names = logNames(requestId, request);
  logger.debug({ ...names, method: request.method, status: answer.status, ms }, "answered");
  const cors = corsHeaders(request.headers.get("origin"), instance.settings);
  const sent = await compressed(answer, request);
  const response = respond(sent, { requestId, isHead: request.method === "HEAD", cors }, Response);
  if (answer.headers["set-cookie"] !== undefined)
    for (const cookie of cookiesOfServer(context)) response.headers.append("set-cookie", cookie);
  return response;
}

interface Answered {
  readonly answer: Answer;
  /** The path of the route that was found. */
  readonly route: string | null;
}

async function answerTo(
  instance: Instance,
  find: FindRoute,
  request: Request,
  requestId: string,
  context: ServerContext,
): Promise<Answered> {
  let call: Call | null = null;
  const answered = (answer: Answer): Answered => ({
    answer: announced(answer, call),
    route: call?.route ?? null,
  });
  try {
    checkWire(request, context);
    call = new Call(instance, request, requestId, context);
    return answered(await dispatch(call, find));
  } catch (error) {
    const known = DomainError.isInstance(error) ? error : (hostFailure(error) ?? internalError());
    if (known !== error && !request.signal.aborted && call?.body.isBroken !== true) {
      instance.settings.logger.error({ ...logNames(requestId, request), error }, "a request failed");
    }
    const redirect = call === null ? null : signInRedirect(call, known);
    return answered(redirect ?? problem(known, requestId, instance.addresses));
  } finally {
    void call?.body.discard();
  }
}

function announced(answer: Answer, call: Call | null): Answer {
  if (call === null || call.announced === null) return answer;
  return { ...answer, headers: { ...answer.headers, ...call.announced } };
}
