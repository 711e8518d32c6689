import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { toPointer } from "../domain/errors/pointer.ts";
import { refuseTakenNames } from "./caller-tools.ts";
import { CostLimits } from "./cost-limits.ts";
import { MODELS, SANDBOXES, SETTINGS, VOLUMES, type ServiceSettings } from "../ports/injection.ts";
import type { ModelProvider } from "../ports/model.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Repositories } from "../ports/store.ts";
import type { PolicySubject } from "../ports/policy.ts";
import { requirePart } from "../ports/store-parts.ts";
import { volumePartMissing, type VolumeProvider } from "../ports/volume.ts";
import {
  checkEnvironment,
  checkPolicy,
  environmentWithin,
  withDefaults,
  type ConfigBefore,
} from "./policy.ts";
import { keepWithin } from "./bound-config.ts";
import type { Config, ConfigInput, ConfigOverlay } from "../domain/workspaces/config.ts";

/** What a workspace of this host may have. */
@service()
export class ConfigCheck {
  constructor(
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(MODELS) private readonly models: ModelProvider,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(CostLimits) private readonly costs: CostLimits,
  ) {}

  /**
   * The whole config of what was named; throws `not_allowed` beyond the host's policy, or beyond the config `within` which it has to stay,
   * and `invalid_request` for a skill that there is not or a tool whose name is taken. `at` is where the config is in the body.
   */
  async complete(
    repositories: Repositories,
    subject: PolicySubject,
    named: ConfigOverlay,
    {
      within,
      before,
      at = [],
    }: {
      readonly within?: Config | undefined;
      /** The config that this one replaces. */
      readonly before?: ConfigBefore;
      readonly at?: readonly string[];
    } = {},
  ): Promise<ConfigInput> {
    const { policyOf, mcp } = this.settings;
    const { tenant } = subject;
    const policy = policyOf(subject);
    // The environment of a workspace is the same for all who use it.
    const ofTenant = policyOf({ tenant, principal: null });
    const config = environmentWithin(ofTenant, withDefaults(policy, named), named);
    if (within !== undefined) keepWithin(config, within);
    const host = {
      capabilities: this.sandboxes.capabilities,
      hasModel: (reference: string) => this.models.resolve(reference, { tenant }) !== null,
      mcpProcesses: mcp === null ? null : Object.keys(mcp.processes ?? {}),
      unpriced: (config: ConfigInput) => this.costs.unpricedIn(policy, config, tenant),
      before,
    };
    checkPolicy(policy, config, host, at);
    checkEnvironment(ofTenant, config, host, at);
    refuseTakenNames(config.tools, this.settings.toolNames, [...at, "tools"]);
    if (config.skills.length > 0 && this.volumes.sealed === undefined) throw volumePartMissing("sealed");
    if (config.skills.length > 0) await checkSkills(repositories, tenant, config.skills, [...at, "skills"]);
    return config;
  }
}

async function checkSkills(
  repositories: Repositories,
  tenant: string,
  skills: readonly string[],
  at: readonly string[],
): Promise<void> {
  const found = await requirePart(repositories, "library").findByNames(tenant, "skill", [...new Set(skills)]);
  const names = new Set(found.map(({ name }) => name));
  const errors = skills.flatMap((skill, index) =>
    names.has(skill)
      ? []
      : [{ pointer: toPointer([...at, index]), detail: `There is no skill named ${skill}.` }],
  );
  const [first] = errors;
  if (first !== undefined) throw new DomainError("invalid_request", first.detail, { errors });
}
