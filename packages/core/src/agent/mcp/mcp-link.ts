import type { Caller } from "../../domain/sessions/caller.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  McpError,
  type McpConnection,
  type McpConnector,
  type McpResult,
  type McpTarget,
  type McpTool,
} from "../../ports/mcp.ts";
import { hasAborted } from "../../runtime/until-aborted.ts";
import { inTime } from "../../instance/in-time.ts";
import { LinkLog, toMcpError, type LinkLogOptions } from "./link-log.ts";
import { LIST_MS, Listing } from "./listing.ts";

const CONNECT_MS = { http: 10_000, process: 30_000 } as const;
/** The longest silence during a call, and its longest duration. */
export const CALL_IDLE_MS = 120_000;
export const CALL_TOTAL_MS = 600_000;
/** An unused connection is closed after this long. */
export const IDLE_MS = 300_000;
/** An older list is read again when a turn starts, because some servers do not announce changes. */
export const LIST_AGE_MS = 60_000;
/** Turns do not wait for a server for this long after it did not answer in time. */
export const PAUSE_MS = 60_000;

interface LinkOptions extends LinkLogOptions {
  readonly type: McpTarget["type"];
  readonly target: () => Promise<McpTarget>;
  readonly connector: McpConnector;
  readonly clock: Clock;
  readonly tenant: string;
}

export interface McpCall {
  readonly signal: AbortSignal;
  readonly caller: Caller;
}

const TOO_LATE = "It did not answer in time.";
const NO_LONGER = "The workspace no longer has this server.";
/** Longer than what is shown, because they are cut after redaction. */
const KEPT_INSTRUCTIONS = 16_384;

interface Open {
  readonly connection: McpConnection;
  readonly listing: Listing;
  /** The number of calls that run. */
  calls: number;
}

/** A workspace's link to one server: a connection that opens and closes, and the last known tools. */
export class McpLink {
  /** Null until the first list was read. */
  tools: readonly McpTool[] | null = null;
  instructions: string | null = null;
  /** Why the last attempt to reach the server failed, redacted. Null if it succeeded. */
  failure: string | null = null;
  /** On the monotonic clock. */
  lastUse: number;
  private current: Open | null = null;
  /** All that are not closed, also while the first list is read and while the last calls finish. */
  private readonly opens = new Set<Open>();
  private connecting: Promise<Open> | null = null;
  private pausedUntil = 0;
  private readonly log: LinkLog;
  private readonly over = new AbortController();

  constructor(private readonly options: LinkOptions) {
    this.lastUse = options.clock.monotonic();
    this.log = new LinkLog(options);
  }

  /** Whether the server runs in the workspace's sandbox. */
  get isInSandbox(): boolean {
    return this.options.type === "process";
  }

  get isConnected(): boolean {
    return this.current !== null || this.connecting !== null;
  }

  private isPaused(): boolean {
    return this.options.clock.monotonic() < this.pausedUntil;
  }

  /** Connects and reads the list for the next turn if the server can be reached. Never throws. */
  async refresh(signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.isPaused()) return;
    const { clock } = this.options;
    const tooLong = () => this.tooLong();
    try {
      const before = this.current;
      const open = await this.connected(signal);
      if (open !== before || clock.monotonic() - open.listing.listedAt < LIST_AGE_MS) return;
      try {
        await inTime(() => open.listing.read(), { clock, idleMs: 2 * LIST_MS, signal, tooLong });
      } catch (error) {
        if (hasAborted(signal)) return;
        // A server may list nothing while it works. Its calls continue, and the known tools stay.
        if (this.current === open && open.calls > 0) {
          await this.warn(error, "the list of an MCP server could not be read");
          return;
        }
        await this.drop(open);
        if (this.isPaused()) await this.fail(error);
        else await this.connected(signal);
      }
    } catch {
      // `failure` holds the reason.
    }
  }

  /** Calls a tool. After `not_run` it tries once more with a new connection. Throws `McpError`. */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    { signal, caller }: McpCall,
  ): Promise<McpResult> {
    for (let attempt = 1; ; attempt++) {
      const open = await this.connected(signal);
      try {
        const result = await this.callOver(open, name, args, { signal, caller });
        // Tools that the call changed are offered in the next step.
        await open.listing.settled(signal);
        return result;
      } catch (caught) {
        const error = toMcpError(caught);
        if (["not_run", "lost", "too_large"].includes(error.kind)) await this.drop(open);
        if (error.kind !== "not_run" || attempt > 1) throw error;
      }
    }
  }

  private async callOver(
    open: Open,
    name: string,
    args: Readonly<Record<string, unknown>>,
    { signal, caller }: McpCall,
  ): Promise<McpResult> {
    const { clock } = this.options;
    const calling = (stop: AbortSignal, touch: () => void) =>
      open.connection.callTool(name, args, {
        signal: stop,
        caller,
        onProgress: () => {
          this.use();
          touch();
        },
      });
    const tooLong = () =>
      new McpError("failed", "It did not answer in time. What it did meanwhile is unknown.");
    open.calls += 1;
    try {
      return await inTime(calling, { clock, idleMs: CALL_IDLE_MS, totalMs: CALL_TOTAL_MS, signal, tooLong });
    } finally {
      open.calls -= 1;
      this.use();
      if (this.current !== open) await this.drop(open);
    }
  }

  private use(): void {
    this.lastUse = this.options.clock.monotonic();
  }

  private async connected(signal: AbortSignal): Promise<Open> {
    this.use();
    if (this.over.signal.aborted) throw new McpError("refused", NO_LONGER);
    if (this.current !== null) return this.current;
    this.connecting ??= this.connect().finally(() => {
      this.connecting = null;
    });
    const { clock, type } = this.options;
    const connecting = this.connecting;
    const tooLong = () => new McpError("unreachable", TOO_LATE);
    return inTime(() => connecting, { clock, idleMs: CONNECT_MS[type] * 2, signal, tooLong });
  }

  /** Pauses the link, so that the next turns do not wait for it. */
  private tooLong(): McpError {
    this.pausedUntil = this.options.clock.monotonic() + PAUSE_MS;
    return new McpError("unreachable", TOO_LATE);
  }

  private async connect(): Promise<Open> {
    const { clock, connector, target, type, tenant, workspaceId } = this.options;
    const opening = async (signal: AbortSignal) => {
      let listing: Listing | null = null;
      const onToolsChanged = () => listing?.changed();
      const connection = await connector.connect(await target(), {
        signal,
        workspace: { tenant, id: workspaceId },
        onToolsChanged,
      });
      if (hasAborted(signal)) await connection.close();
      listing = this.listingOf(connection);
      return { connection, listing, calls: 0 };
    };
    try {
      const open = await inTime(opening, {
        clock,
        idleMs: CONNECT_MS[type],
        signal: this.over.signal,
        tooLong: () => this.tooLong(),
      });
      await this.begin(open);
      return open;
    } catch (caught) {
      await this.fail(caught);
      throw toMcpError(caught);
    }
  }

  private listingOf(connection: McpConnection): Listing {
    return new Listing({
      connection,
      clock: this.options.clock,
      tooLong: () => this.tooLong(),
      onList: ({ tools, leftOut }) => {
        // An unchanged list keeps its array, so that tools are not made again.
        if (JSON.stringify(tools) !== JSON.stringify(this.tools)) this.tools = tools;
        this.log.leftOut(leftOut);
      },
      onFailure: (error) => void this.warn(error, "the changed list of an MCP server could not be read"),
    });
  }

  private async begin(open: Open): Promise<void> {
    const { connection, listing } = open;
    this.opens.add(open);
    void connection.closed.then(() => this.opens.delete(open));
    try {
      await listing.read();
      if (this.over.signal.aborted) throw new McpError("refused", NO_LONGER);
    } catch (error) {
      await this.drop(open);
      throw error;
    }
    this.current = open;
    this.instructions = connection.instructions?.slice(0, KEPT_INSTRUCTIONS) ?? null;
    this.failure = null;
    this.pausedUntil = 0;
    void connection.closed.then(() => {
      listing.end();
      if (this.current === open) this.current = null;
    });
    void this.closeWhenIdle(open);
  }

  private async closeWhenIdle(open: Open): Promise<void> {
    const { clock } = this.options;
    const gone = new AbortController();
    void open.connection.closed.then(() => gone.abort());
    const stop = AbortSignal.any([gone.signal, this.over.signal]);
    while (!stop.aborted) {
      const left = this.lastUse + IDLE_MS - clock.monotonic();
      if (left <= 0) return this.drop(open);
      await clock.sleep(left, stop);
    }
  }

  /** Takes a connection out of use, and closes it after its last call. */
  private async drop(open: Open): Promise<void> {
    if (this.current === open) this.current = null;
    open.listing.end();
    if (open.calls === 0) await open.connection.close();
  }

  private async fail(error: unknown): Promise<void> {
    this.failure = await this.warn(error, "an MCP server could not be reached");
  }

  private warn(error: unknown, message: string): Promise<string> {
    return this.log.warn(error, message, () => !this.over.signal.aborted);
  }

  /** Closes the link permanently. Never rejects. */
  async close(): Promise<void> {
    this.over.abort();
    for (const { connection, listing } of this.opens) {
      listing.end();
      await connection.close();
    }
  }
}
