import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { checkImages } from "../domain/images/chat-images.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { effectiveLimits } from "../domain/sessions/effective-limits.ts";
import type { ScheduleRecord } from "../domain/schedules/schedule.ts";
import { CostLimits } from "../config/cost-limits.ts";
import { limitsWithin, subjectOf } from "../config/policy.ts";
import { refuseSchema } from "../config/output-schema.ts";
import { PROMPT_SOURCE, SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import type { PromptSource } from "../ports/prompt-source.ts";
import type { Repositories } from "../ports/store.ts";
import { checkAsked, textOf } from "../sessions/message-text.ts";
import { ScheduleTimes } from "./schedule-times.ts";

const invalid = (field: string, detail: string) =>
  new DomainError("invalid_request", `${field} ${detail}.`, { errors: [{ pointer: `#/${field}`, detail }] });

/** Moves the pointers of an error below the field that holds what was checked. */
async function below<T>(field: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!DomainError.isInstance(error) || error.errors === undefined) throw error;
    const errors = error.errors.map(({ pointer, detail }) => ({
      pointer: pointer.replace("#/", `#/${field}/`),
      detail,
    }));
    throw new DomainError(error.code, error.detail, { errors });
  }
}

/** Checks what people write, so that they learn of it now and not from a failed run. */
@service()
export class ScheduleChecks {
  constructor(
    @inject(PROMPT_SOURCE) private readonly prompts: PromptSource,
    @inject(ScheduleTimes) private readonly times: ScheduleTimes,
    @inject(CostLimits) private readonly costs: CostLimits,
    @inject(SETTINGS) private readonly settings: Pick<ServiceSettings, "outputSchemas" | "policyOf">,
  ) {}

  /** Throws `invalid_request`. */
  async check(repositories: Repositories, record: ScheduleRecord): Promise<void> {
    this.times.check(record);
    if (record.overlap === "parallel" && record.session_id !== null)
      throw invalid("overlap", 'must not be parallel unless session is "new"');
    if (record.session_id === null) return;
    const session = await repositories.sessions.get(record.tenant, record.workspace_id, record.session_id);
    if (session === null) throw invalid("session", "must be new or a session of the workspace");
    if (session.parent !== null) throw invalid("session", "must not be the session of a subagent");
  }

  /** Throws what a chat throws for its message. */
  async checkTurn(
    repositories: Repositories,
    principal: Principal,
    { workspace_id, turn }: Pick<ScheduleRecord, "workspace_id" | "turn">,
  ): Promise<void> {
    const { tenant } = principal;
    const workspace = await repositories.workspaces.get(tenant, workspace_id);
    await below("turn", async () => {
      checkAsked(turn);
      await textOf(this.prompts, repositories, principal, turn);
      await checkImages(turn.images ?? []);
      if (turn.output !== undefined)
        refuseSchema(turn.output.schema, this.settings.outputSchemas, ["output", "schema"]);
      if (workspace === null) return;
      const policy = this.settings.policyOf(subjectOf(principal));
      const limits = effectiveLimits(limitsWithin(policy, workspace.config.limits), turn.limits);
      this.costs.check(policy, { ...workspace.config, limits }, tenant, turn.limits);
    });
  }

  /** The schedule with its next time after an instant. Throws `invalid_request` if there is none. */
  begun(record: ScheduleRecord, now: number): ScheduleRecord {
    const isUsedUp = record.max_runs !== null && record.started_runs >= record.max_runs;
    if (isUsedUp) throw invalid("max_runs", "must be above the number of runs so far");
    const next = this.times.nextAfter(record, Math.max(now, record.decided_through));
    if (next !== null)
      return { ...record, paused_reason: null, next_run_at: next, due_at: next, failures: 0 };
    if (record.at !== null) throw invalid("at", "must be a time in the future that is not after ends_at");
    throw invalid(record.ends_at === null ? "cron" : "ends_at", "leaves no time at which the schedule runs");
  }
}
