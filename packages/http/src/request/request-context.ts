import type { AgentService } from "@workspace-agent/core";
import type { Addresses } from "../addresses.ts";
import { RequestBody } from "./request-body.ts";
import type { Concurrency } from "./concurrency.ts";
import type { Settings } from "../options/settings.ts";
import { continuing, peerOf, type ServerContext } from "./server-context.ts";
import { pathBelow, readTarget, type Target } from "./target.ts";
import { logNames } from "./trace-context.ts";
import { isContinue } from "./wire-checks.ts";

/** What all requests of a handler share. */
export interface App {
  readonly service: AgentService;
  readonly settings: Settings;
  readonly addresses: Addresses;
  readonly concurrency: Concurrency;
  /** The OpenAPI document, created on first use. */
  readonly openApi: () => string;
}

/** A request that is being answered. */
export class RequestContext {
  readonly target: Target;
  /** The path below the prefix; null if no route can match it. */
  readonly path: string | null;
  readonly body: RequestBody;
  #signal: AbortSignal | null = null;
  #announced: Readonly<Record<string, string>> | null = null;

  constructor(
    readonly app: App,
    readonly request: Request,
    readonly requestId: string,
    readonly server: ServerContext,
  ) {
    this.target = readTarget(request, server);
    this.path = pathBelow(app.settings.prefix, this.target.path);
    this.body = new RequestBody(
      request,
      isContinue(request.headers.get("expect")) ? continuing(server) : null,
    );
  }

  readonly header = (name: string): string | null => this.request.headers.get(name);

  /** The address of the peer, if the server provides it. */
  get peer(): string | null {
    return peerOf(this.server);
  }

  /** Headers of every answer to this request that does not set them itself, including errors; null for none. */
  get announced(): Readonly<Record<string, string>> | null {
    return this.#announced;
  }

  announce(headers: Readonly<Record<string, string>>): void {
    this.#announced = { ...this.#announced, ...headers };
  }

  /** Aborts when the caller disconnects. A native signal, because those of servers do not work everywhere. */
  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.request.signal]);
    return this.#signal;
  }

  /** Logs an error that occurred after the answer had started. */
  readonly report = (error: unknown): void => {
    if (this.request.signal.aborted) return;
    const { logger } = this.app.settings;
    logger.error({ ...logNames(this.requestId, this.request), error }, "an answer broke off");
  };
}
