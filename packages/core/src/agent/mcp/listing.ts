import type { Clock } from "../../ports/clock.ts";
import type { McpConnection } from "../../ports/mcp.ts";
import { hasAborted } from "../../runtime/until-aborted.ts";
import { inTime } from "../in-time.ts";
import { listedTools, type ListedTools } from "./listed-tools.ts";

export const LIST_MS = 10_000;
/** A call that has changed the list waits for the new one, but no longer. */
export const NEWS_MS = 3_000;
/** News are followed at once a few times, and then so often. */
export const PACE_MS = 1_000;
const BURST = 4;
/** On one connection; the turns that begin still ask. */
export const MAX_REREADS = 256;

export interface ListingOptions {
  readonly connection: McpConnection;
  readonly clock: Clock;
  /** Made when the server does not list in time. */
  readonly tooLong: () => Error;
  readonly onList: (listed: ListedTools) => void;
  /** A changed list could not be read. */
  readonly onFailure: (error: unknown) => void;
}

/** What the server of one connection lists, and its news of changes. Nothing is told after `end`. */
export class Listing {
  /** On the monotonic clock; 0: never. */
  listedAt = 0;
  private reading: Promise<void> | null = null;
  private isFollowing = false;
  private hasNews = false;
  private rereads = 0;
  /** When the reads so far would be over if they had kept the pace. */
  private paidUntil = 0;
  private readonly over = new AbortController();

  constructor(private readonly options: ListingOptions) {}

  /** Reads the list once, for all who ask meanwhile. */
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

  /** The server says that its list has changed. */
  changed(): void {
    this.hasNews = true;
    if (!this.isFollowing) void this.follow();
  }

  /** Waits for a list that is being read, at most for a while and not beyond `signal`. Never rejects. */
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
        // What is being read may be older than the news.
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

  /** Milliseconds until the next read is due. */
  private pay(): number {
    const now = this.options.clock.monotonic();
    this.paidUntil = Math.max(this.paidUntil, now) + PACE_MS;
    return this.paidUntil - now - BURST * PACE_MS;
  }
}
