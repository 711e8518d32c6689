import type { EventDraft } from "../../domain/sessions/event.ts";
import { releaseWhileWaiting } from "../../domain/sessions/resolve-requests.ts";
import type { SessionRun } from "../../sessions/session-run.ts";
import type { TurnError } from "../../domain/sessions/turn.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { GroupedCall } from "../call-groups.ts";
import { resultOf, type ReadyCall } from "../run-tool.ts";
import type { TurnTrace } from "../trace/turn-trace.ts";
import { taskTool } from "../tools/task.ts";
import { failure, type ToolOutcome } from "../tool.ts";
import { NO_SUBAGENT } from "./report.ts";
import { SharedBudget } from "./shared-budget.ts";
import { SideBySide } from "./side-by-side.ts";
import { childOf, SubagentStarts, turnOf, type Member } from "./subagent-starts.ts";
import { HANDED_OVER, SubagentWork } from "./subagent-work.ts";
import type { Subagents } from "./subagents.ts";
import type { WithinTurn } from "../turn-runner.ts";

interface SettledTasks {
  /** Results that the caller appends. */
  readonly results: EventDraft[];
  readonly suspended: NonNullable<ToolOutcome["suspended"]> | null;
  readonly turnError: TurnError | null;
}

/** Drives the claimed session of a subagent until it is released. */
export type RunChild = (run: SessionRun, within: WithinTurn) => Promise<void>;

/** The turn that makes the calls. */
interface CallingTurn {
  readonly run: SessionRun;
  readonly workspace: WorkspaceRecord;
  readonly trace: TurnTrace;
  readonly runChild: RunChild;
}

/**
 * The subagents of one turn. The commit that starts a call also creates the subagent's session, so that the next runner of the turn finds
 * it by the call and continues it: no task is lost, and none runs twice.
 */
export class SubagentCalls {
  readonly budget: SharedBudget;
  private readonly run: SessionRun;
  private readonly trace: TurnTrace;
  private readonly starts: SubagentStarts;
  private readonly work: SubagentWork;

  constructor(
    { run, workspace, trace, runChild }: CallingTurn,
    private readonly subagents: Subagents,
  ) {
    this.run = run;
    this.trace = trace;
    this.budget = new SharedBudget(turnOf(run).limits, () => turnOf(run));
    this.starts = new SubagentStarts(run, workspace, subagents, this.budget);
    this.work = new SubagentWork(run, workspace, runChild, subagents);
  }

  /** The subagent of a started call without a result, or null. */
  childOf(callId: string): string | null {
    return childOf(this.run, callId);
  }

  /** A started call that continues. */
  resumed(permissions: ReadyCall["permissions"]): ReadyCall {
    return {
      type: "ready",
      tool: taskTool,
      args: null,
      written: "",
      permissions,
      asked: null,
      mustAsk: null,
      approval: null,
      isResumed: true,
    };
  }

  /** Starts or continues a group of calls until each has ended or none can continue. `deadline`: of the turn, wall-clock time. */
  async settle(
    group: readonly GroupedCall[],
    pending: readonly EventDraft[],
    deadline: number,
  ): Promise<SettledTasks> {
    const all = await this.starts.begin(group, pending, deadline);
    const outcomes = new Map<Member, ToolOutcome>();
    for (const member of all) if (member.child === null) outcomes.set(member, failure(NO_SUBAGENT));
    const settled = () => [...outcomes.values()];
    let turnError: TurnError | null = null;
    for (;;) {
      const left = all.filter((member) => (outcomes.get(member)?.suspended ?? "waiting") === "waiting");
      const others = new SideBySide(left.length);
      const given = await this.together(
        others,
        left.map((member) => ({ child: member.child, outcome: this.settleOne(member, others, deadline) })),
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

  private settleOne({ grouped, child }: Member, others: SideBySide, deadline: number): Promise<ToolOutcome> {
    const share = this.budget.shareOf(grouped.call.part.call_id);
    return this.trace.call(grouped, async (span) =>
      child === null ? failure(NO_SUBAGENT) : this.work.settle(child, share, others, deadline, span),
    );
  }

  /** The outcomes of all. If one fails, the others are stopped before it throws. */
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
    return isOver ? [resultOf(call, outcome)] : [];
  }
}
