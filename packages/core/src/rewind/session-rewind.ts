import { SessionAccess } from "../access/session-access.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { LeaseLost } from "../domain/sessions/lease.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import type { Rewind, Rewound, SnapshotRecord } from "../domain/snapshots/snapshot.ts";
import { snapshotsOf } from "../domain/workspaces/config.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Repositories, Store } from "../ports/store.ts";
import type { PathSample, RestoredSnapshot } from "../ports/volume-snapshots.ts";
import { SessionLog, type Appended } from "../sessions/session-log.ts";
import { SnapshotRetention } from "../snapshots/workspace/snapshot-retention.ts";
import {
  snapshotRows,
  WorkspaceSnapshots,
  type FilesHere,
  type LookedAt,
  type SnapshotOrigin,
} from "../snapshots/workspace/workspace-snapshots.ts";
import { conflictsOf, strayChanges } from "./rewind-conflicts.ts";
import { RewindTargets, type RewindTarget } from "./rewind-target.ts";
import {
  conflictError,
  messagesAfterRewind,
  NO_CHANGES,
  rewindEvent,
  toRewound,
  type RewindFacts,
} from "./rewound.ts";
import { releaseLease, whileLeased } from "./session-lease.ts";

const busy = () => new DomainError("session_busy", "Only an idle session can be rewound.");

const safetyOf = ({ id }: SessionRecord, isEnd: boolean): SnapshotOrigin => ({
  kind: "safety",
  label: null,
  session_id: id,
  turn_id: null,
  isEnd,
});

const stuck = ({ safety_snapshot_id }: RewindEvent) =>
  new DomainError(
    "not_found",
    `The files of an earlier rewind are not all restored, and what this one needs does not exist any more. Rewind to ${safety_snapshot_id ?? "another snapshot"}.`,
  );

type RewindEvent = Extract<SessionEvent, { type: "session.rewinding" }>;

interface Asked {
  readonly principal: Principal;
  readonly workspace: WorkspaceRecord;
  readonly session: SessionRecord;
  readonly wanted: Rewind;
}

/** Files that are to be restored. */
interface FilePlan extends Asked, RewindTarget {
  readonly files: SnapshotRecord;
  readonly here: FilesHere;
  /** The last rewind, which did not end; null: none. */
  readonly unfinished: RewindEvent | null;
}

/** A rewind whose intention is durable. */
interface Begun {
  readonly appended: Appended;
  readonly facts: RewindFacts;
  /** The files before this call. */
  readonly safety: SnapshotRecord;
}

/** Whether ignored files are restored: those that the snapshot does not cover stay as they are. */
const coversIgnored = ({ config }: WorkspaceRecord, files: SnapshotRecord) =>
  snapshotsOf(config).ignored && files.ignored;

/**
 * Rewinds sessions. The log says that files are being restored before the first of them changes, and that they are restored after the
 * last. In between the session takes no turns, and a repeated call finishes what a crash left.
 */
@service()
export class SessionRewind {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(SessionAccess) private readonly sessions: SessionAccess,
    @inject(SessionLog) private readonly log: SessionLog,
    @inject(RewindTargets) private readonly targets: RewindTargets,
    @inject(WorkspaceSnapshots) private readonly snapshots: WorkspaceSnapshots,
    @inject(SnapshotRetention) private readonly retention: SnapshotRetention,
  ) {}

  async rewind(
    principal: Principal,
    workspaceId: string,
    sessionId: string,
    wanted: Rewind,
  ): Promise<Rewound> {
    const workspace = await this.workspaces.findReady(principal, workspaceId);
    if (wanted.restore !== "transcript") this.snapshots.objectsOf(workspace);
    const session = await this.sessions.find(principal, workspaceId, sessionId);
    if (session.parent !== null)
      throw new DomainError("not_allowed", "The session of a subagent is rewound with its parent.");
    if (session.state.status !== "idle") throw busy();
    const asked = { principal, workspace, session, wanted };
    const unfinished = session.state.is_rewinding === true ? await this.lastRewind(session) : null;
    try {
      const { files, through, done } = await this.targets.find(workspace, session, wanted);
      if (files === null && done !== null && !wanted.dry_run) return toRewound(NO_CHANGES, done);
      if (files === null) return await this.transcript(asked, through);
      return await this.snapshots.whileHere(workspace, (here) =>
        this.withFiles({ ...asked, files, through, done, here, unfinished }),
      );
    } catch (error) {
      const isGone = DomainError.isInstance(error) && error.code === "not_found";
      throw isGone && unfinished !== null ? stuck(unfinished) : error;
    }
  }

  /** Rewinds the transcript alone. A host with snapshots takes one all the same, so that this can be undone. */
  private async transcript(asked: Asked, through: RewindTarget["through"]): Promise<Rewound> {
    const { workspace, session, wanted } = asked;
    const facts = { through_seq: through, snapshot_id: null, safety_snapshot_id: null };
    if (wanted.dry_run || through === null) return toRewound(NO_CHANGES, facts);
    const message_count = await messagesAfterRewind(this.store, session, through);
    const now = await this.store.now();
    const append = (looked: LookedAt | null) =>
      this.store.transaction(async (repositories) => {
        const record = await this.lockIdle(repositories, session, now);
        if (record.state.is_rewinding === true) throw busy();
        const safety =
          looked && (await this.snapshots.insert(repositories, workspace, looked, safetyOf(session, true)));
        if (looked !== null && safety === null) return null;
        const done = { ...facts, safety_snapshot_id: safety?.id ?? null };
        const drafts = [rewindEvent("session.rewound", asked.principal, done)];
        const appended = await this.log.append(repositories, record, drafts, (after) => ({
          ...after,
          state: { ...after.state, message_count },
        }));
        return { appended, done };
      });
    const made = (await this.snapshots.takes(workspace))
      ? await this.snapshots.untilStored(workspace, append)
      : await append(null);
    if (made === null) throw busy();
    this.log.announce(made.appended);
    return toRewound(NO_CHANGES, made.done);
  }

  private withFiles(plan: FilePlan): Promise<Rewound> {
    const { workspace, wanted, files, through, done } = plan;
    return this.snapshots.untilStored(workspace, async (looked) => {
      if (done !== null && !wanted.dry_run) {
        const safety = await this.existing(workspace, done.safety_snapshot_id);
        if (safety?.end_root === looked.taken.root) return toRewound(NO_CHANGES, done);
      }
      const conflicts = await this.conflicts(plan, looked);
      const { ignored } = looked.taken.left_out;
      if (wanted.dry_run) {
        const restored = await plan.here.snapshots.restore(this.snapshots.objectsOf(workspace), files.root, {
          ignored: coversIgnored(workspace, files),
          dryRun: true,
        });
        return toRewound(
          { restored, conflicts, ignored },
          { safety_snapshot_id: null, through_seq: through },
        );
      }
      if (conflicts.count > 0 && !wanted.force) throw conflictError(conflicts);
      const begun = await this.begin(plan, looked);
      if (begun === null) return null;
      const restored = await this.restore(plan, begun);
      return toRewound({ restored, conflicts, ignored }, begun.facts);
    });
  }

  /** What others changed of what would change. After a rewind that did not end: what is as in none of its trees. */
  private async conflicts(
    { workspace, session, files, unfinished }: FilePlan,
    { taken: { root: now } }: LookedAt,
  ): Promise<PathSample> {
    const objects = this.snapshots.objectsOf(workspace);
    if (unfinished !== null) {
      const rows = await Promise.all([
        this.existing(workspace, unfinished.safety_snapshot_id),
        this.existing(workspace, unfinished.snapshot_id),
      ]);
      const trees = rows.flatMap((row) => (row === null ? [] : [row.root]));
      return strayChanges(objects, files.root, now, trees);
    }
    return conflictsOf(objects, {
      sessionId: session.id,
      target: files.root,
      now,
      since: await this.targets.since(files),
      under: await this.targets.under(files, session.id),
    });
  }

  private async existing({ tenant, id }: WorkspaceRecord, snapshotId: string | null) {
    return snapshotId === null ? null : snapshotRows(this.store).get(tenant, id, snapshotId);
  }

  /** Stores the safety snapshot, the intention and a lease in one transaction. Null where the files have to be looked at again. */
  private async begin(plan: FilePlan, looked: LookedAt): Promise<Begun | null> {
    const { principal, workspace, session, files, through, unfinished } = plan;
    const { instanceId, lease } = this.settings;
    const now = await this.store.now();
    const begun = await this.store.transaction(async (repositories): Promise<Begun | null> => {
      const record = await this.lockIdle(repositories, session, now);
      const safety = await this.snapshots.insert(repositories, workspace, looked, safetyOf(session, false));
      if (safety === null) return null;
      // The files before a rewind that did not end are those before its first call.
      const safety_snapshot_id = unfinished?.safety_snapshot_id ?? safety.id;
      const facts = { through_seq: through, snapshot_id: files.id, safety_snapshot_id };
      const leased = { ...record, owner: instanceId, epoch: record.epoch + 1, lease_until: now + lease.ms };
      const drafts = [rewindEvent("session.rewinding", principal, facts)];
      return { appended: await this.log.append(repositories, leased, drafts), facts, safety };
    });
    if (begun !== null) this.log.announce(begun.appended);
    return begun;
  }

  private async restore(
    { principal, workspace, files, through, here }: FilePlan,
    { appended: { record }, facts, safety }: Begun,
  ): Promise<RestoredSnapshot> {
    const { store, clock, logger, settings } = this;
    const ports = { store, clock, logger };
    const lease = { session_id: record.id, owner: settings.instanceId, epoch: record.epoch };
    const ignored = coversIgnored(workspace, files);
    try {
      return await whileLeased(ports, lease, settings.lease, async (signal) => {
        const objects = this.snapshots.objectsOf(workspace);
        const restored = await this.retention.whileHeld(files.id, () =>
          this.snapshots.restore(workspace, objects, files.root, { ignored, signal }, here),
        );
        await this.noteEnd(workspace, safety);
        if (facts.safety_snapshot_id !== safety.id) {
          const first = await this.existing(workspace, facts.safety_snapshot_id);
          if (first !== null) await this.noteEnd(workspace, first);
        }
        const message_count = await messagesAfterRewind(store, record, through);
        const drafts = [rewindEvent("session.rewound", principal, facts)];
        await this.log.appendAsOwner(workspace.tenant, lease, drafts, (after) => ({
          ...after,
          state: { ...after.state, message_count },
          owner: null,
          lease_until: 0,
        }));
        return restored;
      });
    } catch (error) {
      await releaseLease(ports, workspace.tenant, lease);
      throw LeaseLost.isInstance(error) ? busy() : error;
    }
  }

  /** Without it, what the rewind changed and what others change later cannot be distinguished. */
  private async noteEnd(workspace: WorkspaceRecord, safety: SnapshotRecord): Promise<void> {
    try {
      await this.snapshots.end(workspace, safety);
    } catch (error) {
      this.logger.warn({ error, snapshot_id: safety.id }, "the files after a rewind could not be stored");
    }
  }

  /** Locks the session's row. Throws `session_busy` where it is not as it was, or another rewind runs. */
  private async lockIdle(
    { sessions }: Repositories,
    { tenant, id, next_seq }: SessionRecord,
    now: number,
  ): Promise<SessionRecord> {
    const record = await sessions.lock(tenant, id);
    const isIdle = record?.state.status === "idle" && record.next_seq === next_seq;
    if (record === null || !isIdle || record.lease_until > now) throw busy();
    return record;
  }

  private async lastRewind({ tenant, id, next_seq }: SessionRecord): Promise<RewindEvent | null> {
    const [last] = await this.store.events.page(tenant, id, { after: next_seq - 2, limit: 1 });
    return last?.type === "session.rewinding" ? last : null;
  }
}
