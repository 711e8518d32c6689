import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Caller } from "../domain/sessions/caller.ts";
import {
  CreateScheduleSchema,
  MAX_SCHEDULES,
  type CreateScheduleInput,
  type Schedule,
} from "../domain/schedules/schedule.ts";
import type { LimitsOverride } from "../domain/workspaces/config.ts";
import { validateBody } from "../domain/validation/validate-body.ts";
import { SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Store } from "../ports/store.ts";
import { ScheduleCreation } from "./schedule-creation.ts";
import { serviceTokenOf } from "../access/run-as.ts";
import { ScheduleEditor } from "./schedule-editor.ts";

/** The schedules of the agent's own workspace, as whoever sent the message of its turn. */
@service()
export class AgentSchedules {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(ScheduleCreation) private readonly creation: ScheduleCreation,
    @inject(ScheduleEditor) private readonly schedules: ScheduleEditor,
  ) {}

  /** Whether the host has schedules. */
  get isOffered(): boolean {
    return this.settings.cronTimes !== null;
  }

  /** A repeated call creates nothing more. */
  async create(caller: Caller, input: CreateScheduleInput): Promise<Schedule> {
    const checked = validateBody(CreateScheduleSchema, input);
    const options = { idempotencyKey: `call ${caller.turnId} ${caller.callId ?? ""}`.slice(0, 255) };
    const principal = await this.principalOf(caller);
    const turn = { ...checked.turn, limits: await this.limitsOf(caller) };
    return (await this.creation.create(principal, caller.workspaceId, { ...checked, turn }, options)).item;
  }

  /** What limits the turn that makes a schedule also limits each of the schedule's turns. */
  private async limitsOf({ tenant, sessionId, turnId }: Caller): Promise<LimitsOverride> {
    const record = await this.store.turns.get(tenant, sessionId, turnId);
    const { max_cost_usd = null, max_input_tokens = null, max_output_tokens = null } = record?.limits ?? {};
    return {
      ...(max_cost_usd !== null && { max_cost_usd }),
      ...(max_input_tokens !== null && { max_input_tokens }),
      ...(max_output_tokens !== null && { max_output_tokens }),
    };
  }

  async list(caller: Caller): Promise<readonly Schedule[]> {
    const principal = await this.principalOf(caller);
    return (await this.schedules.list(principal, caller.workspaceId, { limit: MAX_SCHEDULES })).items;
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.schedules.delete(await this.principalOf(caller), caller.workspaceId, id);
  }

  /** With access to this workspace alone. A service token has what it may do now. */
  private async principalOf({ tenant, principal, workspaceId }: Caller): Promise<Principal> {
    if (principal === null) throw new DomainError("not_allowed", "Nobody is known for whom this turn works.");
    const bound: Principal = { ...principal, tenant, scopes: ["chat"], workspace_ids: [workspaceId] };
    if (principal.kind === "user") return bound;
    const token = await serviceTokenOf(this.store, bound);
    if (token !== null && !token.scopes.includes("chat"))
      throw new DomainError("insufficient_scope", "The token of this turn may no longer chat.");
    return bound;
  }
}
