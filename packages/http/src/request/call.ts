import type { AgentService } from "@workspace-agent/core";
import type { Addresses } from "../addresses.ts";
import { RequestBody } from "../body/request-body.ts";
import type { Concurrency } from "../limits/concurrency.ts";
import type { Settings } from "../settings.ts";
import { continuing, peerOf, type ServerContext } from "./server-context.ts";
import { readTarget, type Target } from "./target.ts";
import { logNames } from "./trace-context.ts";
import { isContinue } from "./wire-checks.ts";

/** One handler: what all its requests share. */
export interface Instance {
  readonly service: AgentService;
  readonly settings: Settings;
  readonly addresses: Addresses;
  readonly concurrency: Concurrency;
  /** The OpenAPI document, made at its first use. */
  readonly openApi: () => string;
}

/** One request on its way to its answer. */
export class Call {
  readonly instance: Instance;
  readonly request: Request;
  readonly requestId: string;
  readonly target: Target;
  readonly body: RequestBody;
  /** The path of the route that was found, with the names of its parameters. */
  route: string | null = null;
  /** The address of the peer where the server tells it. */
  readonly peer: string | null;
  #signal: AbortSignal | null = null;
  #announced: Readonly<Record<string, string>> | null = null;

  constructor(instance: Instance, request: Request, requestId: string, context: ServerContext) {
    this.instance = instance;
    this.request = request;
    this.requestId = requestId;
    this.target = readTarget(request, context);
    this.body = new RequestBody(
      request,
      isContinue(request.headers.get("expect")) ? continuing(context) : null,
    );
    this.peer = peerOf(context);
  }

  header(name: string): string | null {
    return this.request.headers.get(name);
  }

  /** Headers that the answer carries whatever it is, an error too; null for none. */
  get announced(): Readonly<Record<string, string>> | null {
    return this.#announced;
  }

  announce(headers: Readonly<Record<string, string>>): void {
    this.#announced = { ...this.#announced, ...headers };
  }

  /** Aborts when the caller goes away. A native signal: a server's own may not work where one is wanted. */
  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.request.signal]);
    return this.#signal;
  }

  /** Tells the operator of an error that came too late for the answer. */
  readonly report = (error: unknown): void => {
    if (this.request.signal.aborted) return;
    const { logger } = this.instance.settings;
    logger.error({ ...logNames(this.requestId, this.request), error }, "an answer broke off");
  };
}
