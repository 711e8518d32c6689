import * as v from "valibot";
import { newId } from "../../ids.ts";
import type { TelemetrySpan } from "../../ports/telemetry.ts";
import type { EventDraft } from "../../sessions/event.ts";
import { expireRequests } from "../../sessions/expire-requests.ts";
import { LeaseLost } from "../../sessions/lease.ts";
import { addStats } from "../../sessions/project-turn.ts";
import { firstExpiry } from "../../sessions/request.ts";
import { releaseWhileWaiting } from "../../sessions/resolve-requests.ts";
import type { Appended } from "../../sessions/session-log.ts";
import type { SessionRun } from "../../sessions/session-run.ts";
import type { SessionRecord } from "../../sessions/session.ts";
import { untilSettled } from "../../sessions/settled.ts";
import { noStats, type TurnError, type TurnRecord, type TurnStats } from "../../sessions/turn.ts";
import type { WorkspaceRecord } from "../../workspaces/workspace.ts";
import type { GroupedCall } from "../call-groups.ts";
import { resultOf } from "../result-item.ts";
import type { ReadyCall } from "../run-tool.ts";
import { TaskArgumentsSchema, taskTool } from "../tools/task.ts";
import { failure, type ToolOutcome } from "../tool.ts";
import { makeSubagent, type PlannedSubagent } from "./new-subagent.ts";
import { NO_SUBAGENT, reportOf, SUBAGENT_DELETED } from "./report.ts";
import { SharedBudget } from "./shared-budget.ts";
import { SideBySide } from "./side-by-side.ts";
import { openTurnOf, type Subagents, type Turns } from "./subagents.ts";

type Suspension = NonNullable<ToolOutcome["suspended"]>;

const HANDED_OVER: ToolOutcome = { output: "", suspended: "handed_over" };
const WAITING: ToolOutcome = { output: "", suspended: "waiting" };

/** What the answers among these drafts used. */
function usageOf(drafts: readonly EventDraft[]): TurnStats {
  const used = drafts.flatMap((draft) =>
    draft.type === "item.completed" && draft.usage !== undefined ? [draft.usage] : [],
  );
  return used.reduce((sum, usage) => addStats(sum, { ...noStats, ...usage, steps: 1 }), noStats);
}

/** A call in the group that runs, with its subagent or why there is none. */
interface Member {
  readonly grouped: GroupedCall;
  readonly child: string | null;
}

export interface SettledTasks {
  /** Results that are still to be appended. */
  readonly results: EventDraft[];
  readonly suspended: Suspension | null;
  readonly turnError: TurnError | null;
}

/**
 * The subagents of one turn. A session is made for each in the commit that starts its call, so that whoever takes the turn up finds it
 * by the call and goes on with it: no task is lost, and none is done twice.
 */
export class SubagentCalls {
  readonly budget: SharedBudget;

  constructor(
    private readonly run: SessionRun,
    private readonly workspace: WorkspaceRecord,
    private readonly turns: Turns,
    private readonly subagents: Subagents,
  ) {
    this.budget = new SharedBudget(this.turn.limits, () => this.turn);
  }

  private get turn(): TurnRecord {
    if (this.run.turn === null) throw new Error("Subagents work only for a turn that runs.");
    return this.run.turn;
  }

  /** The subagent of a call that was started and has no result, or null. */
  childOf(callId: string): string | null {
    const open = this.turn.subagents?.open.find(({ call_id }) => call_id === callId);
    return open?.session_id ?? null;
  }

  /** A call that was started before, as it goes on. */
  resumed(permissions: ReadyCall["permissions"]): ReadyCall {
    return {
      type: "ready",
      tool: taskTool,
      args: null,
      permissions,
      asked: null,
      mustAsk: false,
      isResumed: true,
    };
  }

  /** Starts a group of calls, or goes on with it, until each has ended or nothing of it can go on. `deadline`: of the turn, by the wall clock. */
  async settle(
    group: readonly GroupedCall[],
    pending: readonly EventDraft[],
    deadline: number,
  ): Promise<SettledTasks> {
    const all = await this.begin(group, pending, deadline);
    const outcomes = new Map<Member, ToolOutcome>();
    for (const member of all) if (member.child === null) outcomes.set(member, failure(NO_SUBAGENT));
    const settled = () => [...outcomes.values()];
    let turnError: TurnError | null = null;
    for (;;) {
      const left = all.filter((member) => (outcomes.get(member)?.suspended ?? "waiting") === "waiting");
      const others = new SideBySide(left.length);
      const given = await this.together(
        others,
        left.map((member) => ({
          child: member.child,
          outcome: this.run.trace.call(member.grouped, (span) => this.one(member, others, deadline, span)),
        })),
      );
      left.forEach((member, index) => outcomes.set(member, given[index] ?? HANDED_OVER));
      turnError ??= settled().find((outcome) => outcome.turnError !== undefined)?.turnError ?? null;
      const results = all.flatMap((member) => this.resultOf(member, outcomes.get(member)));
      if (settled().some(({ suspended }) => suspended === "handed_over"))
        return { results, suspended: "handed_over", turnError };
      if (settled().every(({ suspended }) => suspended === undefined))
        return { results, suspended: null, turnError };
      await this.run.append(results, releaseWhileWaiting);
      if (this.run.isReleased) return { results: [], suspended: "waiting", turnError };
      for (const [member, { suspended }] of outcomes)
        if (suspended === undefined) all.splice(all.indexOf(member), 1);
      for (const member of outcomes.keys()) if (!all.includes(member)) outcomes.delete(member);
    }
  }

  /** What all of them give; where one cannot go on, none is left running behind the turn's back. */
  private async together(
    others: SideBySide,
    works: readonly { readonly child: string | null; readonly outcome: Promise<ToolOutcome> }[],
  ): Promise<readonly ToolOutcome[]> {
    try {
      return await Promise.all(works.map(({ outcome }) => outcome));
    } catch (error) {
      others.breakUp();
      for (const { child } of works) if (child !== null) this.subagents.abandon(child);
      await Promise.allSettled(works.map(({ outcome }) => outcome));
      throw error;
    }
  }

  private resultOf({ grouped: { call } }: Member, outcome: ToolOutcome | undefined): EventDraft[] {
    const isOver = outcome !== undefined && outcome.suspended === undefined;
    return isOver ? [resultOf(call.item, call.part, outcome)] : [];
  }

  /** Makes the sessions of the calls that are new, as far as the budget goes, in the commit that starts them. */
  private async begin(
    group: readonly GroupedCall[],
    pending: readonly EventDraft[],
    deadline: number,
  ): Promise<Member[]> {
    const planned: PlannedSubagent[] = [];
    const members: Member[] = [];
    for (const grouped of group) {
      const { call_id } = grouped.call.part;
      const known = this.childOf(call_id);
      const plan = known === null ? this.plan(grouped, usageOf(pending), deadline) : null;
      if (plan !== null) planned.push(plan);
      if (known !== null) await this.rejoin(call_id, known);
      members.push({ grouped, child: known ?? plan?.id ?? null });
    }
    const starts = planned.flatMap(({ id, call_id }) =>
      group
        .filter(({ call }) => call.part.call_id === call_id)
        .map(({ call: { item } }): EventDraft => ({
          type: "item.started",
          turn_id: item.turn_id,
          item: { ...item, status: "in_progress", content: [...item.content] },
          child_session_id: id,
        })),
    );
    if (pending.length + starts.length > 0) await this.append(pending, starts, planned);
    return members;
  }

  private async append(
    pending: readonly EventDraft[],
    starts: readonly EventDraft[],
    planned: readonly PlannedSubagent[],
  ): Promise<void> {
    const { turn } = this.turn;
    const { log } = this.subagents;
    await this.run.append([...pending, ...starts], undefined, async (repositories) => {
      const made: Appended[] = [];
      for (const plan of planned)
        made.push(await makeSubagent(repositories, log, this.workspace, turn, plan));
      return made;
    });
    for (const { call_id } of planned) this.budget.shareOf(call_id).isStarted = true;
  }

  private plan({ call, prepared }: GroupedCall, said: TurnStats, deadline: number): PlannedSubagent | null {
    const limits = this.budget.left((deadline - this.subagents.clock.now()) / 1000, said);
    if (limits === null || prepared.type !== "ready") return null;
    const { call_id } = call.part;
    this.budget.shareOf(call_id);
    return { id: newId("ses"), call_id, task: v.parse(TaskArgumentsSchema, prepared.args), limits };
  }

  /** What it has used before this turn was taken up counts from here on. */
  private async rejoin(callId: string, child: string): Promise<void> {
    const record = await this.subagents.find(this.run, child);
    const stats = record?.state.last_turn?.stats ?? noStats;
    this.budget.shareOf(callId, stats).isStarted = true;
  }

  private async one(
    { grouped: { call }, child }: Member,
    others: SideBySide,
    deadline: number,
    span: TelemetrySpan,
  ): Promise<ToolOutcome> {
    if (child === null) return failure(NO_SUBAGENT);
    const share = this.budget.shareOf(call.part.call_id);
    for (;;) {
      const outcome = await this.once(child, share, deadline, span);
      if (outcome.suspended !== "waiting") {
        share.isOpen = outcome.suspended !== undefined;
        others.leave();
        return outcome;
      }
      const goesOn = await others.waitWhileOthersWork((signal) => this.untilAnswered(child, signal));
      if (!goesOn) return outcome;
    }
  }

  /** Goes on with a subagent until its turn ends, waits or is handed over. */
  private async once(
    child: string,
    share: ReturnType<SharedBudget["shareOf"]>,
    deadline: number,
    span: TelemetrySpan,
  ): Promise<ToolOutcome> {
    const { stopCause, isDraining } = this.run;
    const isStopped = stopCause === "handed_over" || stopCause === "lease_lost";
    if (isStopped) return HANDED_OVER;
    const record = await this.subagents.find(this.run, child);
    if (record === null) return this.gone(child);
    if (openTurnOf(record) === null) return this.report(record);
    if (record.state.status === "waiting" && stopCause === null) return WAITING;
    if (isDraining && stopCause === null) return HANDED_OVER;
    try {
      const outcome = await this.subagents.hold(this.run, child, async (run) => {
        share.follow(() => run.record.state.last_turn?.stats ?? noStats);
        const ended = await this.subagents.run(run, this.turns, this.workspace, { share, deadline, span });
        return { ended, record: run.record };
      });
      if (outcome === null) return this.gone(child);
      if (outcome.ended === "waiting") return WAITING;
      return outcome.ended === "ended" ? await this.report(outcome.record) : HANDED_OVER;
    } catch (error) {
      // Its session may have been deleted under it; then its parent goes on.
      const isGone = LeaseLost.isInstance(error) && (await this.subagents.find(this.run, child)) === null;
      if (!isGone) throw error;
      return this.gone(child);
    }
  }

  private gone(child: string): ToolOutcome {
    const share = { session_id: child, stop_reason: null, stats: noStats };
    return { ...failure(SUBAGENT_DELETED), subagent: share };
  }

  /** Also for one that had ended before a restart: what it left running is ended in any case. */
  private async report({ id, tenant, state: { last_turn } }: SessionRecord): Promise<ToolOutcome> {
    await this.subagents.endProcesses(this.workspace, id);
    if (last_turn === null) return this.gone(id);
    return reportOf(last_turn, await this.subagents.store.messages.ofTurn(tenant, id, last_turn.id));
  }

  /** Until a person has answered what a subagent asked, or nobody did in time; at the latest when `signal` or the turn aborts. */
  private async untilAnswered(child: string, signal: AbortSignal): Promise<void> {
    const { feed, clock, store, log } = this.subagents;
    const record = await this.subagents.find(this.run, child);
    const expiry = firstExpiry(record?.state.pending_requests ?? []);
    if (record === null || expiry === null) return;
    const stop = AbortSignal.any([signal, this.run.signal]);
    const isAnswered = await untilSettled({
      feed,
      clock,
      sessionId: child,
      ms: Math.max(0, expiry - clock.now()),
      signal: stop,
      isSettled: async () => {
        const now = await this.subagents.find(this.run, child);
        return now?.state.status !== "waiting";
      },
    });
    if (!isAnswered && !stop.aborted) await expireRequests(store, log, record, clock.now());
  }
}
