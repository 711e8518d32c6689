import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidAt } from "../domain/errors/invalid-field.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import type { Rewind, SnapshotRecord } from "../domain/snapshots/snapshot.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { noSuchTurn } from "../access/session-access.ts";
import { logSlices } from "../sessions/log-slices.ts";
import { snapshotRows, WorkspaceSnapshots } from "../snapshots/workspace/workspace-snapshots.ts";
import { RewindCut } from "./rewind-cut.ts";

const PAGE = 500;

/** Where a rewind leads. */
export interface RewindTarget {
  /** Null: the files stay. */
  readonly files: SnapshotRecord | null;
  /** The last event that the session keeps. Null: its transcript stays. */
  readonly through: number | null;
  /** What an earlier call of the same rewind did, whose answer may have been lost. Null: there was none. */
  readonly done: SessionRewound | null;
}

type SessionRewound = Extract<SessionEvent, { readonly type: "session.rewound" }>;
type Destination = Pick<RewindTarget, "files" | "through">;

/** The snapshot of the first of some turns that has changed files; null where none has. Throws `not_found` where it does not exist. */
function firstWritten({ turns }: RewindCut, rows: readonly SnapshotRecord[]): SnapshotRecord | null {
  for (const [turnId, hasWritten] of turns) {
    const row = rows.find(({ turn_id }) => turn_id === turnId);
    if (row !== undefined) return row;
    if (hasWritten)
      throw new DomainError(
        "not_found",
        'There is no snapshot from before this turn wrote: none was taken, or it was removed. `restore: "transcript"` leaves the files as they are.',
      );
  }
  return null;
}

/** Finds where a rewind leads. */
@service()
export class RewindTargets {
  private readonly writingTools: ReadonlySet<string>;

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SETTINGS) settings: Pick<ServiceSettings, "writingTools">,
    @inject(WorkspaceSnapshots) private readonly snapshots: WorkspaceSnapshots,
  ) {
    this.writingTools = new Set(settings.writingTools);
  }

  async find(workspace: WorkspaceRecord, session: SessionRecord, wanted: Rewind): Promise<RewindTarget> {
    const { to_turn, to_snapshot } = wanted;
    if ((to_turn === undefined) === (to_snapshot === undefined))
      throw invalidAt("#", "Exactly one of `to_turn` and `to_snapshot` is needed.");
    const done = await this.lastDone(workspace, session, wanted);
    // The turn is gone, or no file was restored: whatever the files are now, nothing is left to do.
    const isSettled = done?.snapshot_id === null || (to_turn !== undefined && done?.through_seq !== null);
    if (done !== null && isSettled) return { files: null, through: done.through_seq, done };
    return { ...(await this.destination(workspace, session, wanted)), done };
  }

  private async destination(
    workspace: WorkspaceRecord,
    session: SessionRecord,
    wanted: Rewind,
  ): Promise<Destination> {
    const { to_turn, to_snapshot = "", restore } = wanted;
    const found =
      to_turn === undefined
        ? await this.ofSnapshot(workspace, session, to_snapshot, restore)
        : await this.ofTurn(session, to_turn, restore);
    if (restore === "files") return { ...found, through: null };
    if (restore === "both") return found;
    if (found.through === null)
      throw invalidAt("#", "The snapshot has no place in the transcript of this session.");
    return { ...found, files: null };
  }

  /** All that sessions did since a snapshot was taken, oldest first. */
  async since({ tenant, workspace_id, id }: SnapshotRecord): Promise<readonly SnapshotRecord[]> {
    const found = await this.rowsDownTo(tenant, workspace_id, (row) => row.id < id);
    return found.filter(({ session_id }) => session_id !== null);
  }

  /** The snapshots of turns of other sessions that began before a snapshot was taken and had not ended then. */
  async under(target: SnapshotRecord, sessionId: string): Promise<readonly SnapshotRecord[]> {
    const { tenant, workspace_id, id, created_at } = target;
    const page = { limit: PAGE, before: id };
    const newest = new Map<string, SnapshotRecord>();
    for (const row of await snapshotRows(this.store).list(tenant, workspace_id, page))
      if (row.session_id !== null && row.turn_id !== null && !newest.has(row.session_id))
        newest.set(row.session_id, row);
    newest.delete(sessionId);
    const running = async ({ session_id, turn_id }: SnapshotRecord) => {
      const found = await this.store.turns.get(tenant, session_id ?? "", turn_id ?? "");
      return found !== null && (found.turn.ended_at === null || Date.parse(found.turn.ended_at) > created_at);
    };
    const rows = [...newest.values()];
    const isRunning = await Promise.all(rows.map(running));
    return rows.filter((_, index) => isRunning[index]);
  }

  private async ofTurn(
    session: SessionRecord,
    turnId: string,
    restore: Rewind["restore"],
  ): Promise<Destination> {
    const cut = await this.cutAt(session, turnId);
    if (cut.through === null) throw noSuchTurn();
    if (restore === "transcript") return { files: null, through: cut.through };
    const rows = await this.rowsDownTo(session.tenant, session.workspace_id, () => false, session.id);
    return { files: firstWritten(cut, rows), through: cut.through };
  }

  private async ofSnapshot(
    workspace: WorkspaceRecord,
    session: SessionRecord,
    id: string,
    restore: Rewind["restore"],
  ): Promise<Destination> {
    const files = await this.snapshots.find(workspace, id);
    if (restore === "files" || files.session_id !== session.id) return { files, through: null };
    // Null for a turn that is no part of the transcript any more.
    if (files.turn_id !== null) return { files, through: (await this.cutAt(session, files.turn_id)).through };
    return { files, through: await this.beforeRewind(session, files.id) };
  }

  private async cutAt(session: SessionRecord, turnId: string): Promise<RewindCut> {
    const cut = new RewindCut(turnId, this.writingTools);
    const range = { after: 0, through: session.next_seq - 1 };
    for await (const events of logSlices(this.store, session, range))
      for (const event of events) cut.apply(event);
    return cut;
  }

  /** The last event, if it is a rewind, and what is wanted would have led to the same before it. */
  private async lastDone(
    workspace: WorkspaceRecord,
    session: SessionRecord,
    wanted: Rewind,
  ): Promise<SessionRewound | null> {
    const { tenant, id, next_seq, state } = session;
    const [last] = await this.store.events.page(tenant, id, { after: next_seq - 2, limit: 1 });
    if (last?.type !== "session.rewound") return null;
    const rewinds = (state.rewinds ?? []).filter(({ at }) => at < last.seq);
    const before = { ...session, next_seq: last.seq, state: { ...state, rewinds } };
    try {
      return (await this.leadsTo(last, workspace, before, wanted)) ? last : null;
    } catch (error) {
      if (DomainError.isInstance(error) && ["not_found", "invalid_request"].includes(error.code)) return null;
      throw error;
    }
  }

  /** Whether what is wanted leads from a session to what a rewind did. Throws as `destination`. */
  private async leadsTo(
    { snapshot_id, through_seq }: SessionRewound,
    workspace: WorkspaceRecord,
    session: SessionRecord,
    wanted: Rewind,
  ): Promise<boolean> {
    const { to_turn, restore } = wanted;
    // With a turn its files were taken back, also where their snapshot was removed since.
    if (to_turn !== undefined && restore !== "files" && snapshot_id !== null)
      return (await this.ofTurn(session, to_turn, "transcript")).through === through_seq;
    const { files, through } = await this.destination(workspace, session, wanted);
    return (files?.id ?? null) === snapshot_id && through === through_seq;
  }

  /** The last event before the rewind for which a safety snapshot was taken. It may itself be no part of the transcript any more. */
  private async beforeRewind(session: SessionRecord, snapshotId: string): Promise<number | null> {
    const whole = { ...session, state: {} };
    for await (const events of logSlices(this.store, whole, { after: 0, through: session.next_seq - 1 }))
      for (const event of events) {
        const isRewind = event.type === "session.rewinding" || event.type === "session.rewound";
        if (isRewind && event.safety_snapshot_id === snapshotId) return event.seq - 1;
      }
    return null;
  }

  /** The snapshots down to one that `isPast`, oldest first. */
  private async rowsDownTo(
    tenant: string,
    workspaceId: string,
    isPast: (row: SnapshotRecord) => boolean,
    session?: string,
  ): Promise<readonly SnapshotRecord[]> {
    const found: SnapshotRecord[] = [];
    for (let before: string | undefined; ;) {
      const page = await snapshotRows(this.store).list(tenant, workspaceId, { limit: PAGE, before, session });
      const past = page.findIndex(isPast);
      found.push(...(past < 0 ? page : page.slice(0, past)));
      before = page.at(-1)?.id;
      if (past >= 0 || page.length < PAGE) return found.reverse();
    }
  }
}
