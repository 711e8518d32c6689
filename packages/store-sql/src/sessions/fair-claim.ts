import { ClaimShares, mostAttempts, withinRetries } from "@workspace-agent/core/internal";
import { MAX_ATTEMPTS, type ClaimedSession } from "@workspace-agent/core/schemas";
import type { ClaimOptions } from "@workspace-agent/core/ports";
import type { CompiledQuery } from "kysely";
import type { Executor } from "../executor.ts";
import type { ListParameter, SqlDialect } from "../sql-dialect.ts";
import { senderKey, type ClaimStatements } from "./claim-statements.ts";
import { sessionFromRow, type SessionRow } from "./session-row.ts";

type LockedRow = SessionRow & { readonly now: number | string };

interface Head {
  readonly workspace_id: string;
  readonly id: string;
}

/** As it is found: a session that another has claimed meanwhile is none. */
type FoundHead = { readonly [Name in keyof Head]: Head[Name] | null } & { readonly is_free: number };

/**
 * Workspaces that are looked at in one go, where some have no room or are another's: so many at first, then twice as many each time up to
 * the most; and how often in one claim.
 */
const MIN_HEADS = 16;
const MAX_HEADS = 512;
const MAX_LOOKS = 8;

/**
 * Where claims that looked so often have stopped, by owner and placement: the next one goes on there. So a claim costs the same however
 * many workspaces have no room, and nobody behind them waits forever.
 */
export class ClaimPositions {
  private readonly positions = new Map<string, string>();

  get(owner: string, placement: string): string | undefined {
    return this.positions.get(JSON.stringify([owner, placement]));
  }

  /** Null: it has seen all, or had what it wanted. */
  set(owner: string, placement: string, position: string | null): void {
    const key = JSON.stringify([owner, placement]);
    if (position === null) this.positions.delete(key);
    else this.positions.set(key, position);
  }
}

/** One claim: what was under way first, then of what is queued a session of each workspace in turn. Nothing of workspaces that others are bound to. */
export class FairClaim {
  private readonly placements: ListParameter;
  /** For whom the owner runs turns already, where that is limited. */
  private held: readonly Pick<SessionRow, "tenant" | "principal">[] = [];
  /** Of this look or attempt. */
  private shares = new ClaimShares([], {});
  /** What was under way and could be claimed when it was looked for. */
  private resumable: readonly Head[] = [];
  /** Behind which workspace of a placement the first session was found that could be claimed. */
  private readonly foundBehind = new Map<string, string>();

  constructor(
    private readonly statements: ClaimStatements,
    private readonly dialect: SqlDialect,
    private readonly positions: ClaimPositions,
    private readonly options: ClaimOptions,
  ) {
    this.placements = dialect.list([...options.placements]);
  }

  /** Whether there may be something to claim: asked before a transaction is begun for it. */
  async findsWork(executor: Executor): Promise<boolean> {
    const { owner, limit, principalLimit = null, tenantLimit = null, retries } = this.options;
    const { placements } = this;
    // Nobody else claims for this owner, so nothing is added to it meanwhile.
    if (principalLimit !== null || tenantLimit !== null)
      this.held = await executor.read(this.statements.held({ owner }));
    this.shares = new ClaimShares(this.held, this.options);
    const found = await executor.read(
      this.statements.peekResumable({
        placements,
        owner,
        mostAttempts: retries === undefined ? MAX_ATTEMPTS : mostAttempts(retries),
        limit,
      }),
    );
    this.resumable = withinRetries(
      found.map((row) => ({ ...row, attempts: Number(row.attempts) })),
      retries,
    );
    if (this.resumable.length > 0) return true;
    for (const placement of this.options.placements) {
      const position = await this.visit(executor, { placement, wanted: 1 }, async (_, behind) => {
        this.foundBehind.set(placement, behind);
        return 0;
      });
      this.positions.set(owner, placement, position);
      if (this.foundBehind.has(placement)) return true;
    }
    return false;
  }

  /** In a transaction, which may be repeated. */
  async claim(executor: Executor): Promise<readonly ClaimedSession[]> {
    const { taken, positions } = await executor.atomic((inside) => this.attempt(inside));
    for (const [placement, position] of positions)
      this.positions.set(this.options.owner, placement, position);
    return taken;
  }

  private async attempt(executor: Executor) {
    const { limit, sessionId: id } = this.options;
    const { placements } = this;
    const positions = new Map<string, string | null>();
    this.shares = new ClaimShares(this.held, this.options);
    if (id !== undefined) {
      const lock = this.statements.lockOne({ placements, id, limit });
      return { taken: await this.take(executor, lock, "all"), positions };
    }
    const taken = [...(await this.takeResumable(executor))];
    for (const placement of this.options.placements) {
      const position = await this.visit(
        executor,
        { placement, wanted: limit - taken.length },
        async (heads) => {
          taken.push(...(await this.takeOfEach(executor, placement, heads, limit - taken.length)));
          return limit - taken.length;
        },
      );
      positions.set(placement, position);
    }
    return { taken, positions };
  }

  private async takeResumable(executor: Executor): Promise<readonly ClaimedSession[]> {
    if (this.resumable.length === 0) return [];
    const { owner, limit } = this.options;
    const { placements } = this;
    const ids = this.dialect.list(this.resumable.map(({ id }) => id));
    const workspaces = await this.lockWorkspaces(executor, this.resumable);
    return this.take(
      executor,
      this.statements.lockResumable({
        placements,
        owner,
        ids,
        workspaces: this.dialect.list(workspaces),
        limit,
      }),
      "all",
    );
  }

  /** For whom nothing more may be claimed. */
  private full() {
    const { tenants, senders } = this.shares.full;
    return {
      fullTenants: this.dialect.list(tenants),
      fullSenders: this.dialect.list(senders.map(senderKey)),
    };
  }

  /**
   * Shows the longest waiting sessions of free workspaces, one of each, page by page in the order of the workspaces, from where the claim
   * before stopped or behind `after`, and around, until no more are wanted: `show` says how many still are. Returns the position
   * for the next claim.
   */
  private async visit(
    executor: Executor,
    { placement, wanted }: { readonly placement: string; readonly wanted: number },
    show: (heads: readonly Head[], behind: string) => Promise<number>,
  ): Promise<string | null> {
    const { owner, after = "" } = this.options;
    let left = wanted;
    let from = this.foundBehind.get(placement) ?? this.positions.get(owner, placement) ?? after;
    let hasSeenAll = false;
    /** Since the order started again: whether that was its start, and what was wanted then. */
    let lap = { isWhole: from === "", left };
    for (let look = 0; look < MAX_LOOKS && left > 0; look++) {
      const limit = Math.max(left, Math.min(MIN_HEADS << look, MAX_HEADS));
      const rows: readonly FoundHead[] = await executor.read(
        this.statements.heads({ placement, owner, after: from, limit, ...this.full() }),
      );
      const heads = rows.flatMap(({ workspace_id, id, is_free }) =>
        workspace_id === null || id === null || is_free === 0 ? [] : [{ workspace_id, id }],
      );
      if (heads.length > 0) left = await show(heads, from);
      const last = rows.at(-1)?.workspace_id ?? null;
      if (rows.length === limit && last !== null) {
        from = last;
        continue;
      }
      hasSeenAll = lap.isWhole && lap.left === left;
      if (hasSeenAll) break;
      lap = { isWhole: true, left };
      from = "";
    }
    return hasSeenAll || left <= 0 ? null : from;
  }

  /** One of each workspace; where workspaces are few, the rest of each in equal shares. */
  private async takeOfEach(
    executor: Executor,
    placement: string,
    all: readonly Head[],
    limit: number,
  ): Promise<readonly ClaimedSession[]> {
    const { owner } = this.options;
    const room = await this.roomOf(executor, all);
    const heads = all.filter(({ workspace_id }) => (room.get(workspace_id) ?? 0) > 0).slice(0, limit);
    if (heads.length === 0) return [];
    const ids = this.dialect.list(heads.map(({ id }) => id));
    const taken = [
      ...(await this.take(executor, this.statements.lockQueued({ placement, owner, ids, limit }), "shares")),
    ];
    if (heads.length > limit / 2) return taken;
    for (const [index, { workspace_id: workspaceId }] of heads.entries()) {
      const share = Math.ceil((limit - taken.length) / (heads.length - index));
      const most = Math.min(share, (room.get(workspaceId) ?? 0) - 1);
      if (most > 0)
        taken.push(
          ...(await this.take(
            executor,
            this.statements.lockQueuedOf({ placement, owner, workspaceId, limit: most, ...this.full() }),
            "shares",
          )),
        );
    }
    return taken;
  }

  /** Their workspaces, locked, but for those that another claims for at this moment: they are left to it. */
  private async lockWorkspaces(executor: Executor, heads: readonly Head[]): Promise<readonly string[]> {
    const ids = this.dialect.list([...new Set(heads.map(({ workspace_id }) => workspace_id))]);
    return (await executor.read(this.statements.lockWorkspaces({ ids }))).map(({ id }) => id);
  }

  /** How many more turns workspaces may run; those that could be locked. */
  private async roomOf(executor: Executor, heads: readonly Head[]): Promise<ReadonlyMap<string, number>> {
    const { workspaceLimit = null } = this.options;
    const locked = await this.lockWorkspaces(executor, heads);
    if (workspaceLimit === null || locked.length === 0) return new Map(locked.map((id) => [id, Infinity]));
    const counts = await executor.read(this.statements.countRunning({ ids: this.dialect.list(locked) }));
    const running = new Map(counts.map(({ workspace_id, count }) => [workspace_id, Number(count)]));
    return new Map(locked.map((id) => [id, workspaceLimit - (running.get(id) ?? 0)]));
  }

  /** `shares`: no more of them than there is room for. */
  private async take(
    executor: Executor,
    lock: CompiledQuery<LockedRow>,
    most: "all" | "shares",
  ): Promise<readonly ClaimedSession[]> {
    const rows: LockedRow[] = [];
    for (const row of await executor.read(lock)) {
      if (most === "shares" && !this.shares.allows(row)) continue;
      this.shares.note(row);
      rows.push(row);
    }
    const [first] = rows;
    if (first === undefined) return [];
    const { owner, leaseMs } = this.options;
    const leaseUntil = Number(first.now) + leaseMs;
    const ids = this.dialect.list(rows.map((row) => row.id));
    await executor.write(this.statements.claim({ ids, owner, leaseUntil }));
    return rows.map(sessionFromRow).map((record) => ({
      ...record,
      owner,
      epoch: record.epoch + 1,
      lease_until: leaseUntil,
      previous_owner: record.owner,
    }));
  }
}
