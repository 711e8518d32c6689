import { DomainError } from "../../errors/domain-error.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import {
  McpError,
  type McpConnection,
  type McpConnector,
  type McpResult,
  type McpTarget,
  type McpTool,
} from "../../ports/mcp.ts";
import { hasAborted } from "../until-aborted.ts";
import { inTime } from "./in-time.ts";

const CONNECT_MS = { http: 10_000, process: 30_000 } as const;
const LIST_MS = 10_000;
/** A call may take so long without a word, and so long in all. */
export const CALL_IDLE_MS = 120_000;
export const CALL_TOTAL_MS = 600_000;
/** A connection that nobody uses for so long is closed. */
export const IDLE_MS = 300_000;
/** A list that is older is asked for again when a turn begins: not all servers tell that theirs has changed. */
export const LIST_AGE_MS = 60_000;
/** After one that did not answer in time, turns begin without it for so long. */
export const PAUSE_MS = 60_000;

export interface LinkOptions {
  readonly server: string;
  readonly type: McpTarget["type"];
  readonly target: () => Promise<McpTarget>;
  readonly connector: McpConnector;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly workspaceId: string;
}

const TOO_LATE = "It did not answer in time.";

function toMcpError(error: unknown): McpError {
  if (McpError.isInstance(error)) return error;
  if (DomainError.isInstance(error)) return new McpError("unreachable", error.detail, { cause: error });
  return new McpError("failed", "The connection failed for a reason of its own.", { cause: error });
}

/** What a workspace has of one server: a connection that comes and goes, and the tools that it had last. */
export class McpLink {
  /** Null: they were never known. */
  tools: readonly McpTool[] | null = null;
  instructions: string | null = null;
  /** Why it could not be reached the last time; null: it could. */
  failure: string | null = null;
  /** On the monotonic clock. */
  lastUse: number;
  private connection: McpConnection | null = null;
  private connecting: Promise<McpConnection> | null = null;
  private listing: Promise<void> | null = null;
  private listAgain = false;
  private listedAt = 0;
  private pausedUntil = 0;
  private readonly over = new AbortController();

  constructor(private readonly options: LinkOptions) {
    this.lastUse = options.clock.monotonic();
  }

  /** Whether it runs beside the workspace's files, and not elsewhere. */
  get isInSandbox(): boolean {
    return this.options.type === "process";
  }

  get isConnected(): boolean {
    return this.connection !== null || this.connecting !== null;
  }

  /** Has the list at hand that the next turn begins with, as far as the server can be reached. Never throws. */
  async refresh(signal: AbortSignal): Promise<void> {
    const now = this.options.clock.monotonic();
    if (now < this.pausedUntil && this.connection === null) return;
    try {
      const before = this.connection;
      const connection = await this.connected(signal);
      if (connection !== before || this.options.clock.monotonic() - this.listedAt < LIST_AGE_MS) return;
      try {
        await this.list(connection);
      } catch {
        await this.drop(connection);
        await this.connected(signal);
      }
    } catch {
      // `failure` says why.
    }
  }

  /** Calls a tool. Throws `McpError`; after `not_run` it was tried with a new connection. */
  async call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<McpResult> {
    for (let attempt = 1; ; attempt++) {
      const connection = await this.connected(signal);
      try {
        const result = await this.callOver(connection, name, args, signal);
        // What the call has changed in the list is offered with the next step.
        await this.listing?.catch(() => {});
        return result;
      } catch (caught) {
        const error = toMcpError(caught);
        if (["not_run", "lost", "too_large"].includes(error.kind)) await this.drop(connection);
        if (error.kind !== "not_run" || attempt > 1) throw error;
      }
    }
  }

  private async callOver(
    connection: McpConnection,
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<McpResult> {
    const { clock } = this.options;
    const calling = (stop: AbortSignal, touch: () => void) =>
      connection.callTool(name, args, {
        signal: stop,
        onProgress: () => {
          this.use();
          touch();
        },
      });
    const tooLong = () =>
      new McpError("failed", "It did not answer in time. What it did meanwhile is unknown.");
    try {
      return await inTime(calling, { clock, idleMs: CALL_IDLE_MS, totalMs: CALL_TOTAL_MS, signal, tooLong });
    } finally {
      this.use();
    }
  }

  private use(): void {
    this.lastUse = this.options.clock.monotonic();
  }

  private async connected(signal: AbortSignal): Promise<McpConnection> {
    this.use();
    if (this.over.signal.aborted)
      throw new McpError("refused", "This server is no longer one of the workspace.");
    if (this.connection !== null) return this.connection;
    this.connecting ??= this.connect().finally(() => {
      this.connecting = null;
    });
    const { clock, type } = this.options;
    const connecting = this.connecting;
    const tooLong = () => new McpError("unreachable", TOO_LATE);
    return inTime(() => connecting, { clock, idleMs: CONNECT_MS[type] * 2, signal, tooLong });
  }

  private async connect(): Promise<McpConnection> {
    const { clock, connector, target, type } = this.options;
    const tooLong = () => {
      this.pausedUntil = clock.monotonic() + PAUSE_MS;
      return new McpError("unreachable", TOO_LATE);
    };
    const opening = async (signal: AbortSignal) => {
      let opened: McpConnection | null = null;
      const onToolsChanged = () => {
        if (opened !== null) this.relist(opened);
      };
      opened = await connector.connect(await target(), { signal, onToolsChanged });
      if (hasAborted(signal)) await opened.close();
      return opened;
    };
    try {
      const connection = await inTime(opening, {
        clock,
        idleMs: CONNECT_MS[type],
        signal: this.over.signal,
        tooLong,
      });
      await this.begin(connection);
      return connection;
    } catch (caught) {
      const error = toMcpError(caught);
      this.failure = error.message;
      this.warn(error, "an MCP server could not be reached");
      throw error;
    }
  }

  private async begin(connection: McpConnection): Promise<void> {
    try {
      await this.list(connection);
    } catch (error) {
      await connection.close();
      throw error;
    }
    if (this.over.signal.aborted) {
      await connection.close();
      throw new McpError("refused", "This server is no longer one of the workspace.");
    }
    this.connection = connection;
    this.instructions = connection.instructions;
    this.failure = null;
    this.pausedUntil = 0;
    void connection.closed.then(() => {
      if (this.connection === connection) this.connection = null;
    });
    void this.closeWhenIdle(connection);
  }

  private async list(connection: McpConnection): Promise<void> {
    const { clock } = this.options;
    const tooLong = () => new McpError("unreachable", TOO_LATE);
    const tools = await inTime((signal) => connection.listTools({ signal }), {
      clock,
      idleMs: LIST_MS,
      signal: this.over.signal,
      tooLong,
    });
    this.tools = tools;
    this.listedAt = clock.monotonic();
  }

  /** The server says that its list has changed; news that come while it is read are followed too. */
  private relist(connection: McpConnection): void {
    this.listAgain = true;
    this.listing ??= this.listWhileAsked(connection).finally(() => {
      this.listing = null;
    });
  }

  private async listWhileAsked(connection: McpConnection): Promise<void> {
    while (this.listAgain && !this.over.signal.aborted) {
      this.listAgain = false;
      try {
        await this.list(connection);
      } catch (error) {
        this.warn(toMcpError(error), "the changed list of an MCP server could not be read");
        return;
      }
    }
  }

  private async closeWhenIdle(connection: McpConnection): Promise<void> {
    const { clock } = this.options;
    const gone = new AbortController();
    void connection.closed.then(() => gone.abort());
    const stop = AbortSignal.any([gone.signal, this.over.signal]);
    while (!stop.aborted) {
      const left = this.lastUse + IDLE_MS - clock.monotonic();
      if (left <= 0) return this.drop(connection);
      await clock.sleep(left, stop);
    }
  }

  private async drop(connection: McpConnection): Promise<void> {
    if (this.connection === connection) this.connection = null;
    await connection.close();
  }

  private warn(error: McpError, message: string): void {
    if (this.over.signal.aborted) return;
    const { server, workspaceId, logger } = this.options;
    logger.warn({ server, workspace_id: workspaceId, kind: error.kind, reason: error.message }, message);
  }

  /** Ends it for good. Never rejects. */
  async close(): Promise<void> {
    this.over.abort();
    const { connection } = this;
    this.connection = null;
    await connection?.close();
  }
}
