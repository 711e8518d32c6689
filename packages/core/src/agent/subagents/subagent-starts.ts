import * as v from "valibot";
import { newId } from "../../domain/ids.ts";
import type { EventDraft } from "../../domain/sessions/event.ts";
import { addStats } from "../../domain/sessions/project-turn.ts";
import type { Appended } from "../../sessions/session-log.ts";
import type { SessionRun } from "../../sessions/session-run.ts";
import { noStats, type TurnRecord, type TurnStats } from "../../domain/sessions/turn.ts";
import type { WorkspaceRecord } from "../../domain/workspaces/workspace.ts";
import type { GroupedCall } from "../call-groups.ts";
import { startOfCall } from "../run-tool.ts";
import { TaskArgumentsSchema } from "../tools/task.ts";
import { makeSubagent, type PlannedSubagent } from "./new-subagent.ts";
import type { SharedBudget } from "./shared-budget.ts";
import type { Subagents } from "./subagents.ts";

/** A call of the group with its subagent. */
export interface Member {
  readonly grouped: GroupedCall;
  readonly child: string | null;
}

/** The current turn of a run. */
export function turnOf({ turn }: SessionRun): TurnRecord {
  if (turn === null) throw new Error("The run has no current turn.");
  return turn;
}

/** The subagent of a started call without a result, or null. */
export function childOf(run: SessionRun, callId: string): string | null {
  const open = turnOf(run).subagents?.open.find(({ call_id }) => call_id === callId);
  return open?.session_id ?? null;
}

/** The usage of the answers among these drafts. */
function usageOf(drafts: readonly EventDraft[]): TurnStats {
  const used = drafts.flatMap((draft) =>
    draft.type === "item.completed" && draft.usage !== undefined ? [draft.usage] : [],
  );
  return used.reduce((sum, usage) => addStats(sum, { ...noStats, ...usage, steps: 1 }), noStats);
}

/** Creates the subagents of new calls, and finds those of calls that continue. */
export class SubagentStarts {
  constructor(
    private readonly run: SessionRun,
    private readonly workspace: WorkspaceRecord,
    private readonly subagents: Subagents,
    private readonly budget: SharedBudget,
  ) {}

  /** Creates the sessions of new calls, as far as the budget allows, in the commit that starts the calls. */
  async begin(
    group: readonly GroupedCall[],
    pending: readonly EventDraft[],
    deadline: number,
  ): Promise<Member[]> {
    const planned: PlannedSubagent[] = [];
    const starts: EventDraft[] = [];
    const members: Member[] = [];
    for (const grouped of group) {
      const { call_id } = grouped.call.part;
      const known = childOf(this.run, call_id);
      const plan = known === null ? this.plan(grouped, usageOf(pending), deadline) : null;
      if (plan !== null) {
        planned.push(plan);
        starts.push({ ...startOfCall(grouped.call), child_session_id: plan.id });
      }
      if (known !== null) await this.rejoin(call_id, known);
      members.push({ grouped, child: known ?? plan?.id ?? null });
    }
    if (pending.length + starts.length === 0) return members;
    const { turn } = turnOf(this.run);
    const { log } = this.subagents;
    await this.run.append([...pending, ...starts], undefined, async (repositories) => {
      const made: Appended[] = [];
      for (const plan of planned)
        made.push(await makeSubagent(repositories, log, this.workspace, turn, plan));
      return made;
    });
    for (const { call_id } of planned) this.budget.shareOf(call_id).isStarted = true;
    return members;
  }

  private plan({ call, prepared }: GroupedCall, said: TurnStats, deadline: number): PlannedSubagent | null {
    const limits = this.budget.left((deadline - this.subagents.clock.now()) / 1000, said);
    if (limits === null || prepared.type !== "ready") return null;
    const { call_id } = call.part;
    this.budget.shareOf(call_id);
    return { id: newId("ses"), call_id, task: v.parse(TaskArgumentsSchema, prepared.args), limits };
  }

  /** Adds what the subagent used before this run. */
  private async rejoin(callId: string, child: string): Promise<void> {
    const record = await this.subagents.find(this.run, child);
    const stats = record?.state.last_turn?.stats ?? noStats;
    this.budget.shareOf(callId, stats).isStarted = true;
  }
}
