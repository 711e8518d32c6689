import { SessionAccess } from "../access/session-access.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { completeEvent, type SessionEvent } from "../domain/sessions/event.ts";
import { imagesOf } from "../domain/sessions/images-of.ts";
import type { ExportLine } from "../domain/sessions/session-export.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import { STORE } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { toBase64 } from "../runtime/base64.ts";
import { logSlices } from "./log-slices.ts";
import { toSession } from "./to-session.ts";

type Batch = readonly ExportLine[];

/** What an export has had so far. */
class Exported {
  sessions = 0;
  events = 0;
  readonly images = new Set<string>();
}

/** Exports sessions completely, in batches: memory holds a slice of a log or one image. */
@service()
export class SessionExport {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SessionAccess) private readonly access: SessionAccess,
  ) {}

  /** The session is checked before this resolves. */
  async export(principal: Principal, workspaceId: string, id: string): Promise<AsyncIterable<Batch>> {
    return this.all(await this.access.find(principal, workspaceId, id));
  }

  private async *all(session: SessionRecord): AsyncGenerator<Batch, void> {
    const exported = new Exported();
    yield* this.one(session, exported);
    const { sessions, events, images } = exported;
    yield [{ type: "end", sessions, events, images: images.size }];
  }

  /** A session as it was when it was read, then its subagents' sessions as they are when it is their turn. */
  private async *one(session: SessionRecord, exported: Exported): AsyncGenerator<Batch, void> {
    const { tenant, workspace_id } = session;
    const through = session.next_seq - 1;
    const children: string[] = [];
    exported.sessions += 1;
    yield [{ type: "session", session: toSession(session) }];
    let last = 0;
    // Also what a rewind removed from the transcript.
    const whole = { ...session, state: {} };
    for await (const slice of logSlices(this.store, whole, { after: 0, through })) {
      yield* this.slice(session, slice, exported);
      for (const event of slice)
        if (event.type === "item.started" && event.child_session_id !== undefined)
          children.push(event.child_session_id);
      last = slice.at(-1)?.seq ?? last;
    }
    if (last < through) throw new DomainError("not_found", "The session was deleted while it was exported.");
    for (const id of children) {
      const child = await this.store.sessions.get(tenant, workspace_id, id);
      if (child?.parent?.session_id === session.id) yield* this.one(child, exported);
    }
  }

  /** Events, and after each the images that it is the first to show. */
  private async *slice(
    { tenant, id }: SessionRecord,
    events: readonly SessionEvent[],
    exported: Exported,
  ): AsyncGenerator<Batch, void> {
    let batch: ExportLine[] = [];
    for (const event of events) {
      exported.events += 1;
      batch.push({ type: "event", event: completeEvent(event) });
      for (const { blob, media_type } of imagesOf(event)) {
        if (exported.images.has(blob)) continue;
        const bytes = await this.store.blobs?.getOwned(tenant, id, blob);
        if (bytes === undefined || bytes === null) continue;
        exported.images.add(blob);
        yield [...batch, { type: "image", blob, media_type, data: toBase64(bytes) }];
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }
}
