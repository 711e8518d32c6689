import { SessionAccess } from "../access/session-access.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidAt } from "../domain/errors/invalid-field.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import type { ForkWorkspace } from "../domain/snapshots/snapshot.ts";
import type { Workspace, WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { CreateOptions } from "../idempotency/idempotency.ts";
import { STORE } from "../ports/injection.ts";
import type { Repositories, Store } from "../ports/store.ts";
import { SessionFork } from "../sessions/session-fork.ts";
import { SessionLog, type Appended } from "../sessions/session-log.ts";
import { WorkspaceSnapshots } from "../snapshots/workspace/workspace-snapshots.ts";
import { WorkspaceCreation } from "../workspaces/workspace-creation.ts";
import { forkedConfig } from "./forked-config.ts";
import { SnapshotFork } from "./snapshot-fork.ts";

const PAGE = 500;
/** They are copied in one transaction. */
const MOST_SESSIONS = 100;

const tooManySessions = () =>
  invalidAt("#/sessions", `A fork copies at most ${MOST_SESSIONS} sessions: name those that it needs.`);

/** Makes workspaces from others. */
@service()
export class WorkspaceFork {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(WorkspaceAccess) private readonly workspaces: WorkspaceAccess,
    @inject(SessionAccess) private readonly sessions: SessionAccess,
    @inject(WorkspaceCreation) private readonly creation: WorkspaceCreation,
    @inject(WorkspaceSnapshots) private readonly snapshots: WorkspaceSnapshots,
    @inject(SnapshotFork) private readonly snapshotForks: SnapshotFork,
    @inject(SessionFork) private readonly forks: SessionFork,
    @inject(SessionLog) private readonly log: SessionLog,
  ) {}

  async fork(
    principal: Principal,
    workspaceId: string,
    { name, snapshot_id, sessions }: ForkWorkspace,
    options?: CreateOptions,
  ): Promise<Workspace> {
    const source = await this.workspaces.findReady(principal, workspaceId);
    this.snapshots.objectsOf(source);
    const cuts: { readonly origin: SessionRecord; readonly through: number }[] = [];
    const copied: Appended[] = [];
    const fill = async (made: WorkspaceRecord) => {
      // Not in the transaction, which has one connection to the database.
      for (const origin of await this.origins(principal, source, sessions))
        cuts.push({ origin, through: await this.forks.completeThrough(origin) });
      const snapshot =
        snapshot_id === undefined
          ? await this.snapshots.take(source, {
              kind: "safety",
              label: null,
              session_id: null,
              turn_id: null,
            })
          : await this.snapshots.find(source, snapshot_id);
      await this.snapshotForks.restore(source, snapshot, made);
    };
    const copy = async (repositories: Repositories, workspace: Workspace): Promise<Workspace> => {
      // The store may repeat the transaction.
      copied.length = 0;
      const made = await this.workspaces.findReady(principal, workspace.id, repositories);
      for (const cut of cuts) copied.push(...(await this.forks.copyInto(repositories, cut, made)));
      return { ...workspace, session_counts: { ...workspace.session_counts, idle: cuts.length } };
    };
    const input = { name, labels: { ...source.labels }, config: forkedConfig(source.config) };
    const request = {
      route: `fork workspace ${source.id}`,
      body: { name, snapshot_id: snapshot_id ?? null, sessions },
    };
    const made = await this.creation.createFilled(principal, input, { fill, then: copy, request }, options);
    for (const appended of copied) this.log.publish(appended);
    return made;
  }

  /** The sessions whose transcripts are copied, oldest first. Those of subagents are parts of their parents'. */
  private async origins(
    principal: Principal,
    { tenant, id }: WorkspaceRecord,
    wanted: ForkWorkspace["sessions"],
  ): Promise<readonly SessionRecord[]> {
    if (wanted === "none") return [];
    if (wanted !== "all")
      return Promise.all(wanted.map((each, index) => this.named(principal, id, each, index)));
    const found: SessionRecord[] = [];
    for (let before: string | undefined; ;) {
      const page = await this.store.sessions.list(tenant, id, { limit: PAGE, before });
      found.push(...page.filter(({ parent }) => parent === null));
      if (found.length > MOST_SESSIONS) throw tooManySessions();
      if (page.length < PAGE) return found.reverse();
      before = page.at(-1)?.id;
    }
  }

  private async named(
    principal: Principal,
    workspaceId: string,
    id: string,
    index: number,
  ): Promise<SessionRecord> {
    try {
      return await this.sessions.find(principal, workspaceId, id);
    } catch (error) {
      if (!DomainError.isInstance(error) || error.code !== "not_found") throw error;
      throw invalidAt(`#/sessions/${index}`, "There is no such session.");
    }
  }
}
