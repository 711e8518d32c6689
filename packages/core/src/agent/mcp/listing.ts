import type { Clock } from "../../ports/clock.ts";
import type { McpConnection } from "../../ports/mcp.ts";
import { hasAborted } from "../../runtime/until-aborted.ts";
import { inTime } from "../../instance/in-time.ts";
import { listedTools, type ListedTools } from "./listed-tools.ts";

export const LIST_MS = 10_000;
/** How long a call that changed the list waits for the new one. */
export const NEWS_MS = 3_000;
/** After a burst of changes, the list is read at most this often. */
export const PACE_MS = 1_000;
const BURST = 4;
/** Per connection, because of change notifications. Turns still read the list when they start. */
export const MAX_REREADS = 256;

interface ListingOptions {
  readonly connection: McpConnection;
  readonly clock: Clock;
  /** Makes the error for a list that takes too long. */
  readonly tooLong: () => Error;
  readonly onList: (listed: ListedTools) => void;
  /** Called when a changed list could not be read. */
  readonly onFailure: (error: unknown) => void;
}

/** Reads the tools of one connection, and reads them again when the server says that they changed. Calls nothing after `end`. */
export class Listing {
  /** When the list was last read, by the monotonic clock. 0: never. */
  listedAt = 0;
  private reading: Promise<void> | null = null;
  private isFollowing = false;
  private hasNews = false;
  private rereads = 0;
  /** When the reads so far would have ended at the steady pace. */
  private paidUntil = 0;
  private readonly over = new AbortController();

  constructor(private readonly options: ListingOptions) {}

  /** Reads the list. Concurrent callers share one read. */
  read(): Promise<void> {
    this.reading ??= this.readOnce().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    const { connection, clock, tooLong, onList } = this.options;
    const tools = await inTime((signal) => connection.listTools({ signal }), {
      clock,
      idleMs: LIST_MS,
      signal: this.over.signal,
      tooLong,
    });
    if (this.over.signal.aborted) return;
    this.listedAt = clock.monotonic();
    onList(listedTools(tools));
  }

  /** Called when the server says that its list has changed. */
  changed(): void {
    this.hasNews = true;
    if (!this.isFollowing) void this.follow();
  }

  /** Waits for a read in progress, for a limited time or until `signal` aborts. Never rejects. */
  async settled(signal: AbortSignal): Promise<void> {
    const { reading } = this;
    if (reading === null) return;
    const { clock } = this.options;
    const tooLong = () => new Error("The list did not come in time.");
    await inTime(() => reading, { clock, idleMs: NEWS_MS, signal, tooLong }).catch(() => {});
  }

  end(): void {
    this.over.abort();
  }

  private async follow(): Promise<void> {
    const { signal } = this.over;
    this.isFollowing = true;
    try {
      while (this.hasNews && !hasAborted(signal) && this.rereads < MAX_REREADS) {
        // A read in progress may have started before the change.
        if (this.reading !== null) await this.reading;
        const early = this.pay();
        if (early > 0) await this.options.clock.sleep(early, signal);
        this.hasNews = false;
        this.rereads += 1;
        if (!hasAborted(signal)) await this.read();
      }
    } catch (error) {
      if (!hasAborted(signal)) this.options.onFailure(error);
    } finally {
      this.isFollowing = false;
    }
  }

  /** Books the next read and returns the milliseconds until it is due. */
  private pay(): number {
    const now = this.options.clock.monotonic();
    this.paidUntil = Math.max(this.paidUntil, now) + PACE_MS;
    return this.paidUntil - now - BURST * PACE_MS;
  }
}
