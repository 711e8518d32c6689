import type { AgentService, ErrorCode, Principal, RateLimitName } from "@workspace-agent/core";
import type * as v from "valibot";
import type { Answer } from "./answer/answer.ts";
import { noBody, type BodySpec } from "./body/body-spec.ts";
import { requireIdentity } from "./body/content-encoding.ts";
import type { Access } from "./credentials/authorize.ts";
import type { RequestHeader, ResponseHeader } from "./headers/known-headers.ts";
import type { LongRequest } from "./request/concurrency.ts";
import { untilAnswered } from "./request/until-answered.ts";
import type { RequestContext } from "./request/request-context.ts";
import { query, type QuerySpec } from "./request/query-spec.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The names behind the colons of a path. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type PathParams<Path extends string> = { readonly [Name in ParamNames<Path>]: string };

export interface RouteInput<Path extends string, Granted extends Access, Query, Body> {
  readonly context: RequestContext;
  readonly service: AgentService;
  readonly principal: Granted extends "public" ? Principal | null : Principal;
  readonly params: PathParams<Path>;
  readonly query: Query;
  readonly body: Body;
}

export interface ResponseDocumentation {
  readonly description: string;
  readonly headers?: readonly ResponseHeader[];
  /** By media type: a schema, or what a schema cannot say. */
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

/** What a route is, as data: the router, the checks and the OpenAPI document are made from it. */
export interface RouteDocumentation {
  readonly method: Method;
  /** Parameters are written `:name`; they are decoded before the handler sees them. */
  readonly path: string;
  readonly operationId: string;
  /** The group in the reference. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly headers?: readonly RequestHeader[];
  readonly responses: Readonly<Record<number, ResponseDocumentation>>;
  /** Codes beyond those that follow from the access, the parameters and the body. */
  readonly errors?: readonly ErrorCode[];
  /** What its requests count against; null: nothing. Default: `writes` for what changes something, else nothing. */
  readonly rateLimit?: RateLimitName | null;
  /** Not part of the API: pages and what they need. */
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
  readonly body?: BodySpec<Body>;
  /** What a request may go on for, of which a principal may have so many open at once; null: it is answered at once. */
  readonly long?: (
    asked: Pick<RouteInput<Path, Granted, Query, Body>, "context" | "query" | "body">,
  ) => LongRequest | null;
  readonly handler: (input: RouteInput<Path, Granted, Query, Body>) => Promise<Answer>;
}

/** A route with its parts put together: ready to be matched, documented and run. */
export interface Route extends RouteDocumentation {
  /** Whether some of its requests count among those that a principal has open. */
  readonly mayBeLong: boolean;
  readonly query: QuerySpec<unknown>;
  readonly body: BodySpec<unknown>;
  /** Checks query and body, then handles. The principal is null only where the access is `public`. */
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
  const bodySpec: BodySpec<Body> | typeof noBody = definition.body ?? noBody;
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
