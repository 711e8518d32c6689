import createFetchClient, { type Client, type FetchResponse, type MaybeOptionalInit } from "openapi-fetch";
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from "openapi-typescript-helpers";
import { NetworkError, problemOf } from "./errors.ts";
import type { paths } from "./generated/schema.ts";
import type { Timing } from "./retry.ts";

/** A service token, or what gives one for each request. */
export type TokenSource = string | (() => string | Promise<string>);

export interface ClientOptions {
  /** The instance's address with the prefix that it is mounted under; `""` in a page of the instance itself. */
  readonly baseUrl: string;
  /** Absent: the browser's cookie is used, on the page's own origin. */
  readonly token?: TokenSource;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In the place of the runtime's `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How pauses are made and their lengths left to chance: for tests. */
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

/** What an operation answers; undefined where the answer has no body. */
export type Answer<Path extends keyof paths, Method extends HttpMethod, Init = undefined> = [
  Given<Path, Method, Init>,
] extends [never]
  ? undefined
  : Given<Path, Method, Init>;

type InitOf<Init> =
  RequiredKeysOf<Init> extends never
    ? [(Init & { [key: string]: unknown })?]
    : [Init & { [key: string]: unknown }];

/** One call of the document: its path as the document has it, its parameters and body; throws ProblemError or NetworkError. */
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
  /** The same as `{data, response}`, where headers matter. An answer that is an error is thrown here too. */
  readonly api: Client<paths>;
}

async function bearerOf(token: TokenSource): Promise<string> {
  return `Bearer ${typeof token === "string" ? token : await token()}`;
}

/** `fetch` with the caller's credentials; what is none of success is thrown. */
function authorizedFetch({ token, headers, fetch: given }: ClientOptions) {
  return async (request: Request): Promise<Response> => {
    for (const [name, value] of Object.entries(headers ?? {})) request.headers.set(name, value);
    if (token !== undefined) request.headers.set("authorization", await bearerOf(token));
    let response: Response;
    try {
      response = await (given ?? fetch)(request);
    } catch (error) {
      request.signal.throwIfAborted();
      throw new NetworkError("The instance cannot be reached, or the connection broke.", { cause: error });
    }
    if (response.ok || response.status === 304) return response;
    throw await problemOf(response);
  };
}

/** The calls of the document on one instance. */
export function createCalls(options: ClientOptions): Calls {
  const api = createFetchClient<paths>({
    baseUrl: options.baseUrl,
    fetch: authorizedFetch(options),
    // A redirect would turn a POST into a GET.
    redirect: "manual",
  });
  const call = <Method extends HttpMethod>(method: Method): Call<Method> => {
    // The types of what is sent and answered are those of the signature.
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
