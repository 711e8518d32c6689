import createFetchClient, { type Client, type FetchResponse, type MaybeOptionalInit } from "openapi-fetch";
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import { NetworkError, problemOf } from "./errors.ts";
import type { paths } from "./generated/schema.ts";
import type { Timing } from "./retry.ts";

/** A service token, or a function that returns one for each request. */
export type TokenSource = string | (() => string | Promise<string>);

export interface ClientOptions {
  /**
   * The URL of the instance including its prefix; `""` in a page of the instance itself. Default: `http://localhost`, for a `fetch` that
   * opens no connection.
   */
  readonly baseUrl?: string;
  /** Absent: the cookie of the browser is used, on the same origin. */
  readonly token?: TokenSource;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the `fetch` of the runtime. The handler of an instance in this process can be passed as it is. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Replaces timers and randomness in tests. */
  readonly timing?: Partial<Timing>;
}

type Operation<Path extends keyof paths, Method extends HttpMethod> = paths[Path][Method &
  keyof paths[Path]] extends infer Found extends Record<string | number, unknown>
  ? Found
  : never;

type Given<Path extends keyof paths, Method extends HttpMethod, Init> = Extract<
  FetchResponse<Operation<Path, Method>, Init, MediaType>,
  { error?: never }
>["data"];

/** The response of an operation; undefined if it has no body. */
export type Answer<Path extends keyof paths, Method extends HttpMethod, Init = undefined> = [
  Given<Path, Method, Init>,
] extends [never]
  ? undefined
  : Given<Path, Method, Init>;

type InitOf<Init> =
  RequiredKeysOf<Init> extends never
    ? [(Init & { [key: string]: unknown })?]
    : [Init & { [key: string]: unknown }];

/** Calls an operation by its path in the document. Throws ProblemError or NetworkError. */
export type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: InitOf<Init>
) => Promise<Answer<Path, Method, Init>>;

export interface Calls {
  readonly get: Call<"get">;
  readonly post: Call<"post">;
  readonly put: Call<"put">;
  readonly patch: Call<"patch">;
  readonly delete: Call<"delete">;
  /** Returns `{data, response}`, for callers that need headers. Also throws for errors. */
  readonly api: Client<paths>;
}

async function bearerOf(token: TokenSource): Promise<string> {
  return `Bearer ${typeof token === "string" ? token : await token()}`;
}

/** The reason of an abort, or a NetworkError. */
const failureOf = ({ signal }: Request, cause: unknown): unknown =>
  signal.aborted
    ? signal.reason
    : new NetworkError("The instance cannot be reached, or the connection broke.", { cause });

/** In these, a response has no body (RFC 9110 section 15). Chromium gives it an empty one, which no new response may have. */
const WITHOUT_BODY = [204, 205, 304];
const READS = ["arrayBuffer", "blob", "bytes", "json", "text"] as const;

/** The response with a body that fails with a NetworkError, or with the reason of an abort. */
function withNetworkErrors(given: Response, request: Request): Response {
  if (given.body === null || WITHOUT_BODY.includes(given.status)) return given;
  const reader = given.body.getReader();
  let failure: unknown;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read().catch((cause: unknown) => {
          throw (failure = failureOf(request, cause));
        });
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const response = new Response(body, given);
  // Chromium replaces the error of a stream with its own.
  for (const name of READS.filter((each) => each in response)) {
    const read: () => Promise<unknown> = response[name].bind(response);
    const unbroken = () =>
      read().catch((error: unknown) => {
        throw failure ?? error;
      });
    Object.assign(response, { [name]: unbroken });
  }
  return response;
}

/** `fetch` with credentials. Throws for unsuccessful responses. */
function authorizedFetch({ token, headers, fetch: given }: ClientOptions) {
  return async (request: Request): Promise<Response> => {
    for (const [name, value] of Object.entries(headers ?? {})) request.headers.set(name, value);
    if (token !== undefined) request.headers.set("authorization", await bearerOf(token));
    let response: Response;
    try {
      response = await (given ?? fetch)(request);
    } catch (error) {
      throw failureOf(request, error);
    }
    const answer = withNetworkErrors(response, request);
    if (answer.ok || answer.status === 304) return answer;
    throw await problemOf(answer);
  };
}

/** The operations of one instance. */
export function createCalls(options: ClientOptions): Calls {
  const api = createFetchClient<paths>({
    baseUrl: options.baseUrl ?? "http://localhost",
    fetch: authorizedFetch(options),
    // A redirect would change a POST to a GET.
    redirect: "manual",
  });
  const call = <Method extends HttpMethod>(method: Method): Call<Method> => {
    // The signature defines the types of requests and responses.
    const send = api.request as (...args: readonly unknown[]) => Promise<{ data?: unknown }>;
    const answered = async (path: string, init?: unknown) => (await send(method, path, init)).data;
    return answered as Call<Method>;
  };
  return {
    get: call("get"),
    post: call("post"),
    put: call("put"),
    patch: call("patch"),
    delete: call("delete"),
    api,
  };
}
