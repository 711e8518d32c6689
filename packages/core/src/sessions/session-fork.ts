import { inject, service } from "../di.ts";
import { invalidAt } from "../domain/errors/invalid-field.ts";
import { Idempotency, type CreateOptions } from "../idempotency/idempotency.ts";
import { newId } from "../domain/ids.ts";
import { STORE } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import type { EventDraft } from "../domain/sessions/event.ts";
import { imagesOf } from "../domain/sessions/images-of.ts";
import { ForkCopy } from "./fork-copy.ts";
import { ForkCut } from "./fork-cut.ts";
import { logSlices } from "./log-slices.ts";
import { newSession } from "./new-session.ts";
import { noSuchSession, SessionAccess } from "../access/session-access.ts";
import { SessionLog, type Appended } from "./session-log.ts";
import type { ForkSession, Session, SessionRecord } from "../domain/sessions/session.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { toSession } from "./to-session.ts";

const BATCH = 500;

/** Makes a session that continues from a step of another. */
@service()
export class SessionFork {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(SessionAccess) private readonly sessions: SessionAccess,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(Idempotency) private readonly idempotency: Idempotency,
  ) {}

  async fork(
    principal: Principal,
    workspaceId: string,
    id: string,
    { at_message }: ForkSession,
    options?: CreateOptions,
  ): Promise<Session> {
    const body = at_message === undefined ? {} : { at_message };
    const route = `fork ${workspaceId} ${id}`;
    const made: Appended[] = [];
    const fork = await this.idempotency.onceStaged(
      { ...options, principal, route, body },
      async () => {
        const origin = await this.sessions.find(principal, workspaceId, id);
        return { origin, through: await this.cut(origin, at_message) };
      },
      async (repositories, { origin, through }) => {
        const workspace = await this.workspaces.findReady(principal, workspaceId, repositories);
        const record = { ...newSession(workspace, newId("ses")), metadata: origin.metadata };
        // The store may repeat the transaction.
        made.splice(0, made.length, ...(await this.copy(repositories, origin, record, through)));
        return toSession(made.at(-1)?.record ?? record);
      },
    );
    for (const appended of made) this.log.publish(appended);
    return fork;
  }

  /** Reads outside of the transaction, since a log never changes. */
  private async cut(origin: SessionRecord, atMessage: string | undefined): Promise<number> {
    const cut = new ForkCut(atMessage);
    for await (const events of logSlices(this.store, origin, { after: 0, through: origin.next_seq - 1 })) {
      for (const event of events) cut.apply(event);
      if (cut.isDone) break;
    }
    cut.end();
    if (cut.isFound) return cut.through;
    throw invalidAt("#/at_message", "There is no such message in the session.");
  }

  /** Where the last complete step of a session ends. Not inside a transaction. */
  completeThrough(origin: SessionRecord): Promise<number> {
    return this.cut(origin, undefined);
  }

  /** Copies a session's transcript into a new session of a workspace. Call `SessionLog.publish` after the commit. */
  async copyInto(
    repositories: Repositories,
    { origin, through }: { readonly origin: SessionRecord; readonly through: number },
    workspace: WorkspaceRecord,
  ): Promise<readonly Appended[]> {
    const { name, metadata } = origin;
    const record = { ...newSession(workspace, newId("ses")), name, metadata };
    return this.copy(repositories, origin, record, through);
  }

  private async copy(
    repositories: Repositories,
    origin: SessionRecord,
    fork: SessionRecord,
    through: number,
  ): Promise<readonly Appended[]> {
    await repositories.sessions.insert(fork);
    const made: Appended[] = [];
    const append = async (drafts: readonly EventDraft[]) =>
      void made.push(await this.log.append(repositories, made.at(-1)?.record ?? fork, drafts));
    let drafts: EventDraft[] = [
      {
        type: "session.started",
        turn_id: null,
        workspace_id: fork.workspace_id,
        forked_from: { session_id: origin.id, through_seq: through },
      },
    ];
    const copies = new ForkCopy();
    const images = new Set<string>();
    let last = 0;
    for await (const events of logSlices(repositories, origin, { after: 0, through })) {
      for (const event of events) {
        const copied = copies.apply(event);
        for (const draft of copied) for (const { blob } of imagesOf(draft)) images.add(blob);
        // The items of a message stay in one append.
        if (drafts.length >= BATCH && !continues(drafts.at(-1), copied[0])) {
          await append(drafts);
          drafts = [];
        }
        drafts.push(...copied);
      }
      last = events.at(-1)?.seq ?? last;
    }
    if (last < through) throw noSuchSession();
    await ownImages(repositories, fork, images);
    await append(drafts);
    return made;
  }
}

function continues(before: EventDraft | undefined, next: EventDraft | undefined): boolean {
  return (
    before?.type === "item.completed" &&
    next?.type === "item.completed" &&
    before.item.message_id === next.item.message_id
  );
}

/** The copy owns the images too, since it may outlive the original session. Memory holds one of them. */
async function ownImages(
  repositories: Repositories,
  { tenant, id }: SessionRecord,
  hashes: ReadonlySet<string>,
): Promise<void> {
  if (hashes.size === 0) return;
  const blobs = requirePart(repositories, "blobs");
  for (const hash of hashes) {
    const bytes = await blobs.get(tenant, hash);
    if (bytes !== null) await blobs.put(tenant, id, [{ hash, bytes }]);
  }
}
