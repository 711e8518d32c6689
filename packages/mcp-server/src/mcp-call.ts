import type { AgentService, Principal, RateLimitName } from "@workspace-agent/core";
import type { RequiredScope } from "@workspace-agent/core/schemas";

/** What a tool asks for, in the terms of a route of the REST API. */
export interface McpAccess {
  readonly scope: RequiredScope;
  /** The workspace that it is about; null: none. */
  readonly workspaceId: string | null;
  /** What it counts against; null: nothing. */
  readonly rateLimit: RateLimitName | null;
}

/** A request of the protocol as the HTTP handler hands it over: its host, origin, credential and size have been checked. */
export interface McpCall {
  /** With its whole body. Its signal aborts when the caller goes away. */
  readonly request: Request;
  readonly requestId: string;
  readonly principal: Principal;
  readonly service: AgentService;
  /** The caller's trace context for turns that it starts; null: none. */
  readonly traceparent: string | null;
  /** The most bytes of a file that is written. */
  readonly maxFileBytes: number;
  /** The checks of a route with this access, for the credential as it is now; throws a `DomainError`. */
  permit(access: McpAccess): Promise<void>;
  /** Tells the operator of an error that the caller is not shown. */
  report(error: unknown): void;
}

/** A server of the protocol as a handler mounts it. */
export interface McpEndpoint {
  /** Answers one POST. It does not throw for what a caller did wrong. */
  answer(call: McpCall): Promise<Response>;
}
