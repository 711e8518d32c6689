import { nextTask } from "../runtime/next-task.ts";
import type { Repositories } from "../ports/store.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { currentRanges, type SeqRange } from "../domain/sessions/rewinds.ts";
import type { SessionRecord, SessionState } from "../domain/sessions/session.ts";

/** How many events are read and processed at once. */
export const LOG_SLICE = 64;
const PAGE = 500;

/** A session whose log is read. */
export type LoggedSession = Pick<SessionRecord, "tenant" | "id"> & {
  readonly state: Pick<SessionState, "rewinds">;
};

/**
 * Reads what is current of a log, from after one seq up to another, slice by slice: what a rewind removed is left out. It yields to the event
 * loop between two slices, since a store may answer within the same task. Ends early where the session is deleted in the meantime.
 */
export async function* logSlices(
  store: Pick<Repositories, "events">,
  session: LoggedSession,
  range: SeqRange,
): AsyncGenerator<readonly SessionEvent[], void> {
  for (const current of currentRanges(session.state, range)) yield* slicesOf(store, session, current);
}

async function* slicesOf(
  { events }: Pick<Repositories, "events">,
  { tenant, id }: LoggedSession,
  { after: from, through }: SeqRange,
): AsyncGenerator<readonly SessionEvent[], void> {
  for (let after = from; after < through;) {
    const limit = Math.min(LOG_SLICE, through - after);
    const slice = await events.page(tenant, id, { after, limit });
    if (slice.length > 0) yield slice;
    if (slice.length < limit) return;
    after = slice.at(-1)?.seq ?? through;
    await nextTask();
  }
}

/** Receives every event of a session's log once, in order. */
export interface LogView {
  apply(event: SessionEvent): void;
}

/** Passes a log to a view: what is read, and what the caller already has. */
export class LogReader {
  private through = 0;

  constructor(
    private readonly store: Pick<Repositories, "events">,
    private readonly session: LoggedSession,
    private readonly view: LogView,
  ) {}

  /** Reads the log from where it left off to `through`. */
  async readTo(through: number): Promise<void> {
    const slices = logSlices(this.store, this.session, { after: this.through, through });
    for await (const slice of slices) this.pass(slice);
  }

  /** Passes on new events, after what others appended before them. */
  async receive(events: readonly SessionEvent[]): Promise<void> {
    const [first] = events;
    if (first === undefined) return;
    await this.readTo(first.seq - 1);
    this.pass(events);
  }

  private pass(events: readonly SessionEvent[]): void {
    for (const event of events) {
      this.view.apply(event);
      this.through = event.seq;
    }
  }
}

/** Reads a log from its end, page by page. */
export async function* pagesFromEnd(
  { events }: Pick<Repositories, "events">,
  { tenant, id, next_seq }: Pick<SessionRecord, "tenant" | "id" | "next_seq">,
): AsyncGenerator<readonly SessionEvent[], void> {
  for (let end = next_seq - 1; end > 0; end -= PAGE) {
    const after = Math.max(0, end - PAGE);
    yield await events.page(tenant, id, { after, limit: end - after });
  }
}
