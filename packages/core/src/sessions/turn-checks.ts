import { CostLimits } from "../config/cost-limits.ts";
import { refuseSchema } from "../config/output-schema.ts";
import { limitsWithin, subjectOf } from "../config/policy.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { checkImages } from "../domain/images/chat-images.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Chat } from "../domain/sessions/chat.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import type { Limits } from "../domain/workspaces/config.ts";
import { effectiveLimits } from "../domain/sessions/effective-limits.ts";
import { PROMPT_SOURCE, SETTINGS, type ServiceSettings } from "../ports/injection.ts";
import type { PromptSource } from "../ports/prompt-source.ts";
import type { Repositories } from "../ports/store.ts";
import { checkAsked, textOf } from "./message-text.ts";

type RequestedTurn = Pick<Chat, "message" | "prompt" | "images" | "limits" | "output">;

/** Changes the pointers of an error to where the caller has what was checked. */
export async function pointingTo<T>(to: (pointer: string) => string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!DomainError.isInstance(error) || error.errors === undefined) throw error;
    const errors = error.errors.map(({ pointer, detail }) => ({ pointer: to(pointer), detail }));
    const [first] = error.errors;
    const detail =
      first === undefined ? error.detail : error.detail.replace(first.pointer, to(first.pointer));
    throw new DomainError(error.code, detail, { errors });
  }
}

/** Checks what a turn requests: also one that is accepted later, so that whoever writes it learns of mistakes now. */
@service()
export class TurnChecks {
  constructor(
    @inject(PROMPT_SOURCE) private readonly prompts: PromptSource,
    @inject(CostLimits) private readonly costs: CostLimits,
    @inject(SETTINGS) private readonly settings: Pick<ServiceSettings, "outputSchemas" | "policyOf">,
  ) {}

  /** Throws what a chat throws for its message. */
  async message(repositories: Repositories, principal: Principal, turn: RequestedTurn): Promise<void> {
    checkAsked(turn);
    await textOf(this.prompts, repositories, principal, turn);
    await checkImages(turn.images ?? []);
  }

  /** Throws what a chat throws for its output. */
  output({ output }: RequestedTurn): void {
    if (output !== undefined) refuseSchema(output.schema, this.settings.outputSchemas, ["output", "schema"]);
  }

  /** The limits of a turn in the workspace that requests some, given those of the workspace. Throws what a chat throws for them. */
  limits(
    { tenant, config }: Pick<WorkspaceRecord, "tenant" | "config">,
    principal: Principal,
    request: (bounds: Limits) => Chat["limits"],
  ): Limits {
    const policy = this.settings.policyOf(subjectOf(principal));
    // A config may be older than the host's policy.
    const bounds = limitsWithin(policy, config.limits);
    const requested = request(bounds);
    const limits = effectiveLimits(bounds, requested);
    this.costs.check(policy, { ...config, limits }, tenant, requested);
    return limits;
  }
}
