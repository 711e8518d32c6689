import { setTimeout } from "node:timers/promises";
import {
  Client,
  type jsonSchemaValidator,
  type JsonSchemaValidator,
  type Transport,
} from "@modelcontextprotocol/client";
import { VERSION } from "@workspace-agent/core";
import type { McpConnection, McpError, McpResult, McpTool } from "@workspace-agent/core/ports";
import { tooLarge } from "./bounded-body.ts";
import { ListBound } from "./list-bound.ts";
import { toResult } from "./to-content.ts";
import { toMcpError } from "./to-mcp-error.ts";

/** The SDK's own limits are out of the way: the caller's signal is the limit. */
const NO_TIMEOUT_MS = 2_147_483_647;
/** An older server in a pipe does not answer the first question. */
const PIPE_PROBE_MS = 3_000;

/** How long a server may take to hear that its session is over. */
const FAREWELL_MS = 1_000;

/** A server's schemas are not compiled here: what fits them is between the server and the model. */
const acceptsAll: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

export interface ClientConnectionOptions {
  /** Whether a server of the current protocol is looked for first. */
  readonly mode: "auto" | "legacy";
  readonly isPipe: boolean;
  readonly onToolsChanged: () => void;
  /** Tells the server that its session is over. */
  readonly farewell?: () => Promise<void>;
  /** Frees what the connection was made with. */
  readonly release: () => Promise<void>;
}

/** A connection by the client of the SDK, which declares nothing that a server could ask of it. */
export class ClientConnection implements McpConnection {
  readonly closed: Promise<void>;
  private readonly client: Client;
  private closing: Promise<void> | null = null;
  private readonly failed = Promise.withResolvers<never>();
  private readonly lists = new ListBound();

  constructor(private readonly options: ClientConnectionOptions) {
    this.client = new Client(
      { name: "workspace-agent", version: VERSION },
      {
        capabilities: {},
        versionNegotiation: {
          mode: options.mode,
          probe: { timeoutMs: options.isPipe ? PIPE_PROBE_MS : NO_TIMEOUT_MS },
        },
        inputRequired: { autoFulfill: false },
        listChanged: {
          tools: { autoRefresh: false, debounceMs: 0, onChanged: () => options.onToolsChanged() },
        },
        jsonSchemaValidator: acceptsAll,
      },
    );
    // Its errors come with the calls that they belong to as well.
    this.client.onerror = () => {};
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.closed = promise;
    this.client.onclose = () => resolve(undefined);
    this.failed.promise.catch(() => {});
  }

  get instructions(): string | null {
    return this.client.getInstructions() ?? null;
  }

  /** A message that is too long has come: the calls that wait get no answer any more. */
  readonly tooLarge = (): void => this.failed.reject(tooLarge());

  async open(transport: Transport, signal: AbortSignal): Promise<void> {
    // The client hands each message on to who was there before it, and does so first.
    transport.onmessage = (message) => this.lists.bound(message);
    await this.orFailed(this.client.connect(transport, { signal, timeout: NO_TIMEOUT_MS }));
  }

  async listTools({ signal }: { readonly signal: AbortSignal }): Promise<readonly McpTool[]> {
    const options = { signal, timeout: NO_TIMEOUT_MS, cacheMode: "refresh" as const };
    this.lists.begin();
    const { tools } = await this.orFailed(this.client.listTools(undefined, options))
      .catch(rethrow)
      .finally(() => this.lists.end());
    return tools
      .filter(({ execution }) => execution?.taskSupport !== "required")
      .map(({ name, description = "", inputSchema, annotations }) => ({
        name,
        description,
        parameters: inputSchema,
        isReadOnly: annotations?.readOnlyHint === true,
      }));
  }

  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: () => void },
  ): Promise<McpResult> {
    const calling = this.client.callTool(
      { name, arguments: { ...args } },
      { signal, timeout: NO_TIMEOUT_MS, onprogress: () => onProgress() },
    );
    return toResult(await this.orFailed(calling).catch(rethrow));
  }

  private orFailed<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.failed.promise]);
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    const { farewell } = this.options;
    if (farewell !== undefined)
      await Promise.race([farewell().catch(() => {}), setTimeout(FAREWELL_MS, undefined, { ref: false })]);
    try {
      await this.client.close();
    } catch {
      // It is given up either way.
    }
    this.client.onclose?.();
    await this.options.release().catch(() => {});
  }
}

function rethrow(error: unknown): never {
  throw toMcpError(error) satisfies McpError;
}
