import { setTimeout } from "node:timers/promises";
import {
  Client,
  type jsonSchemaValidator,
  type JsonSchemaValidator,
  type Transport,
} from "@modelcontextprotocol/client";
import { VERSION } from "@workspace-agent/core";
import { McpError, type McpConnection, type McpResult, type McpTool } from "@workspace-agent/core/ports";
import { tooLarge } from "./bounded-body.ts";
import { ListBound } from "./list-bound.ts";
import { toResult } from "./to-content.ts";
import { toMcpError } from "./to-mcp-error.ts";

/** Disables the SDK's own limits. The caller's signal is the limit. */
const NO_TIMEOUT_MS = 2_147_483_647;
/** An older server in a pipe does not answer the probe. */
const PIPE_PROBE_MS = 3_000;

/** The longest wait for the request that ends a session. */
const FAREWELL_MS = 1_000;

/** Accepts all values: the server itself validates against its schemas. */
const acceptsAll: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

interface ClientConnectionOptions {
  /** Whether to try the current protocol first. */
  readonly mode: "auto" | "legacy";
  readonly isPipe: boolean;
  readonly onToolsChanged: () => void;
  /** Ends the session at the server. */
  readonly farewell?: () => Promise<void>;
  /** Releases the resources of the connection. */
  readonly release: () => Promise<void>;
}

/** A connection with the client of the SDK. Declares no client capabilities. */
export class ClientConnection implements McpConnection {
  readonly closed: Promise<void>;
  private readonly client: Client;
  private closing: Promise<void> | null = null;
  /** Rejects the work that is under way. */
  private readonly rejections = new Set<(error: McpError) => void>();
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
    // The calls reject with the same errors.
    this.client.onerror = () => {};
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.closed = promise;
    this.client.onclose = () => resolve(undefined);
  }

  get instructions(): string | null {
    return this.client.getInstructions() ?? null;
  }

  /** Fails all open calls and closes the connection, because a message was too long. */
  readonly tooLarge = (): void => {
    for (const reject of this.rejections) reject(tooLarge());
    void this.close();
  };

  /** Opens the connection, and closes it if that fails or `signal` aborts. */
  async open(transport: Transport, signal: AbortSignal): Promise<void> {
    // The client calls an existing handler before its own.
    transport.onmessage = (message) => this.lists.bound(message);
    const giveUp = () => void this.close();
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      signal.throwIfAborted();
      await this.orFailed(() => this.client.connect(transport, { signal, timeout: NO_TIMEOUT_MS }));
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  async listTools({ signal }: { readonly signal: AbortSignal }): Promise<readonly McpTool[]> {
    const options = { signal, timeout: NO_TIMEOUT_MS, cacheMode: "refresh" as const };
    this.lists.begin();
    const { tools } = await this.orFailed(() => this.client.listTools(undefined, options))
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
    const options = { signal, timeout: NO_TIMEOUT_MS, onprogress: () => onProgress() };
    const calling = () => this.client.callTool({ name, arguments: { ...args } }, options);
    return toResult(await this.orFailed(calling).catch(rethrow));
  }

  private async orFailed<T>(work: () => Promise<T>): Promise<T> {
    if (this.closing !== null) throw new McpError("not_run", "The connection ended.");
    // A promise of its own for each work: one for all would hold every result until the connection closes.
    const { promise, reject } = Promise.withResolvers<never>();
    this.rejections.add(reject);
    try {
      return await Promise.race([work(), promise]);
    } finally {
      this.rejections.delete(reject);
    }
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
      // The connection is abandoned in any case.
    }
    this.client.onclose?.();
    await this.options.release().catch(() => {});
  }
}

function rethrow(error: unknown): never {
  throw toMcpError(error) satisfies McpError;
}
