import type { AgentService, ErrorCode, Principal, RateLimitName } from "@workspace-agent/core";
import * as v from "valibot";
import type { Answer } from "./answer/answer.ts";
import { emptyBody, noBody, type BodySpec } from "./body/body-spec.ts";
import { requireIdentity } from "./body/content-encoding.ts";
import type { Access } from "./credentials/authorize.ts";
import type { RequestHeader, ResponseHeader } from "./headers/known-headers.ts";
import type { LongRequest } from "./request/concurrency.ts";
import { pageParameters } from "./request/paging.ts";
import { untilAnswered } from "./request/until-answered.ts";
import type { RequestContext } from "./request/request-context.ts";
import { query, type QuerySpec } from "./request/query-spec.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parameter names of a path. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type PathParams<Path extends string> = { readonly [Name in ParamNames<Path>]: string };

export interface RouteInput<Path extends string, Granted extends Access, Query, Body> {
  readonly context: RequestContext;
  readonly service: AgentService;
  readonly principal: "public" extends Granted ? Principal | null : Principal;
  readonly params: PathParams<Path>;
  readonly query: Query;
  readonly body: Body;
}

export interface ResponseDocumentation {
  readonly description: string;
  readonly headers?: readonly ResponseHeader[];
  /** By media type. */
  readonly content?: Readonly<Record<string, v.GenericSchema | "binary" | "text">>;
}

/** A response with a JSON body. */
export function jsonResponse(
  description: string,
  schema: v.GenericSchema,
  headers: readonly ResponseHeader[] = [],
): ResponseDocumentation {
  return { description, headers, content: { "application/json": schema } };
}

/** What the routes of lists that are returned in pages have in common. */
export function pagesOf(things: string, schema: v.GenericSchema) {
  return {
    method: "GET",
    query: query(pageParameters),
    responses: { 200: jsonResponse(`A page of ${things}.`, v.array(schema), ["Link"]) },
  } as const;
}

/** A route as data, from which the router and the OpenAPI document are created. */
export interface RouteDocumentation {
  readonly method: Method;
  /** Parameters are written `:name`. Handlers receive them decoded. */
  readonly path: string;
  readonly operationId: string;
  /** The group in the reference. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly headers?: readonly RequestHeader[];
  readonly responses: Readonly<Record<number, ResponseDocumentation>>;
  /** Error codes besides those that follow from the access, the parameters and the body. */
  readonly errors?: readonly ErrorCode[];
  /** The rate limit; null: none. Default: `writes` for changes, none for reads. */
  readonly rateLimit?: RateLimitName | null;
  /** Not part of the API: pages and their files. */
  readonly hidden?: boolean;
}

export interface RouteDefinition<
  Path extends string,
  Granted extends Access,
  Query,
  Body,
> extends RouteDocumentation {
  readonly path: Path;
  readonly access: Granted;
  readonly query?: QuerySpec<Query>;
  /** Default: what `POST` sends must be empty, and bodies of other methods are not read. */
  readonly body?: BodySpec<Body>;
  /** The kind of long request, which is limited per principal; null for requests that are answered immediately. */
  readonly long?: (
    asked: Pick<RouteInput<Path, Granted, Query, Body>, "context" | "query" | "body">,
  ) => LongRequest | null;
  readonly handler: (input: RouteInput<Path, Granted, Query, Body>) => Promise<Answer>;
}

/** A route that is ready to be matched, documented and run. */
export interface Route extends RouteDocumentation {
  /** Whether some of its requests are long. */
  readonly mayBeLong: boolean;
  readonly query: QuerySpec<unknown>;
  readonly body: BodySpec<unknown>;
  /** Reads query and body and calls the handler. The principal is only null with `public` access. */
  run(
    context: RequestContext,
    principal: Principal | null,
    params: Readonly<Record<string, string>>,
    parameters: ReadonlyMap<string, string>,
  ): Promise<Answer>;
}

const noQuery = query({});

export function defineRoute<
  const Path extends string,
  const Granted extends Access,
  Query = unknown,
  Body = undefined,
>(definition: RouteDefinition<Path, Granted, Query, Body>): Route {
  const querySpec: QuerySpec<Query> | typeof noQuery = definition.query ?? noQuery;
  const bodySpec: BodySpec<Body> | typeof noBody =
    definition.body ?? (definition.method === "POST" ? emptyBody : noBody);
  return {
    ...definition,
    query: querySpec,
    body: bodySpec,
    mayBeLong: definition.long !== undefined,
    async run(context, principal, params, parameters) {
      const query = querySpec.parse(parameters) as Query;
      if (bodySpec.documentation !== null) requireIdentity(context.header("content-encoding"));
      const body = (await bodySpec.read(context)) as Body;
      const handle = async () =>
        await definition.handler({
          context,
          service: context.app.service,
          principal: principal as RouteInput<Path, Granted, Query, Body>["principal"],
          params: params as PathParams<Path>,
          query,
          body,
        });
      const kind = definition.long?.({ context, query, body }) ?? null;
      if (kind === null || principal === null) return await handle();
      return await untilAnswered(context, handle, context.app.concurrency.enter(principal, kind));
    },
  };
}
