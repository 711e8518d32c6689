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
import { SubagentWork } from "./subagent-work.ts";
import type { Subagents } from "./subagents.ts";
import type { WithinTurn } from "../running-turn.ts";

interface SettledTasks {
  /** Results that the caller appends. */
  readonly results: EventDraft[];
  readonly suspended: NonNullable<ToolOutcome["suspended"]> | null;
  readonly turnError: TurnError | null;
}

interface SettledMember {
  readonly member: Member;
  readonly outcome: ToolOutcome;
}

/** Drives the claimed session of a subagent until it is released. */
export type RunChild = (run: SessionRun, within: WithinTurn) => Promise<void>;

/** The subagents of a turn, or, for a subagent's turn, the turn that called it. */
export interface Delegation {
  readonly calls: SubagentCalls | null;
  readonly within: WithinTurn | null;
}

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
  private readonly starts: SubagentStarts;
  private readonly work: SubagentWork;

  constructor(
    private readonly turn: CallingTurn,
    private readonly subagents: Subagents,
  ) {
    const { run, workspace, runChild } = turn;
    this.budget = new SharedBudget(turnOf(run).limits, () => turnOf(run));
    this.starts = new SubagentStarts(run, workspace, subagents, this.budget);
    this.work = new SubagentWork(run, workspace, runChild, subagents);
  }

  /** The subagent of a started call without a result, or null. */
  childOf(callId: string): string | null {
    return childOf(this.turn.run, callId);
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

  /**
   * Starts or continues a group of calls until each has ended or none can continue. An error that ends the turn ends those that wait for a
   * person. `deadline`: of the turn, wall-clock time.
   */
  async settle(
    group: readonly GroupedCall[],
    pending: readonly EventDraft[],
    deadline: number,
  ): Promise<SettledTasks> {
    const { run } = this.turn;
    let members: readonly Member[] = await this.starts.begin(group, pending, deadline);
    let turnError: TurnError | null = null;
    let results: EventDraft[] = [];
    for (;;) {
      const settled = await this.together(members, deadline);
      for (const { member, outcome } of settled) {
        turnError ??= outcome.turnError ?? null;
        if (outcome.suspended === undefined) results.push(resultOf(member.grouped.call, outcome));
      }
      // Results are left out with the error: the next run reports the subagents again, and with them the error.
      if (settled.some(({ outcome }) => outcome.suspended === "handed_over"))
        return { results: turnError === null ? results : [], suspended: "handed_over", turnError };
      members = settled.flatMap(({ member, outcome }) => (outcome.suspended === undefined ? [] : [member]));
      if (members.length === 0) return { results, suspended: null, turnError };
      if (turnError !== null) await this.subagents.endAll(run);
      else {
        await run.append(results, releaseWhileWaiting);
        if (run.isReleased) return { results: [], suspended: "waiting", turnError };
        results = [];
      }
    }
  }

  private async settleOne(member: Member, others: SideBySide, deadline: number): Promise<SettledMember> {
    const { grouped, child } = member;
    const share = this.budget.shareOf(grouped.call.part.call_id);
    const outcome = await this.turn.trace.call(grouped, async (span) =>
      child === null ? failure(NO_SUBAGENT) : this.work.settle(child, share, others, deadline, span),
    );
    return { member, outcome };
  }

  /** The outcomes of all. If one fails, the others are stopped before it throws. */
  private async together(members: readonly Member[], deadline: number): Promise<readonly SettledMember[]> {
    const others = new SideBySide(members.length);
    const works = members.map((member) => this.settleOne(member, others, deadline));
    try {
      return await Promise.all(works);
    } catch (error) {
      others.breakUp();
      for (const { child } of members) if (child !== null) this.subagents.abandon(child);
      await Promise.allSettled(works);
      throw error;
    }
  }
}
