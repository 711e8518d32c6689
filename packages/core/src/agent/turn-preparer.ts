import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { AGENT_SETTINGS, type AgentSettings } from "./agent-settings.ts";
import { MODELS, SANDBOXES, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import { AttachedSkills } from "../library/skills/attached-skills.ts";
import type { Model, ModelProvider } from "../ports/model.ts";
import { describeNetwork } from "../ports/network-description.ts";
import type { NetworkAccess, SandboxProvider } from "../ports/sandbox.ts";
import type { Policy } from "../ports/policy.ts";
import type { Store } from "../ports/store.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { callerOf } from "../domain/sessions/caller.ts";
import type { SessionRecord } from "../domain/sessions/session.ts";
import type { TurnRecord } from "../domain/sessions/turn.ts";
import { CostLimits, priceUnknown } from "../config/cost-limits.ts";
import { allowsModel, chosenModels } from "../config/chosen-models.ts";
import { limitsWithin } from "../config/policy.ts";
import { openEnv } from "../config/config-codec.ts";
import { SessionWrites } from "../snapshots/workspace/session-writes.ts";
import { ImageStore } from "../images/image-store.ts";
import { isSameJson } from "../runtime/canonical-json.ts";
import { SessionProcesses } from "../sessions/session-processes.ts";
import type { TurnStart } from "../sessions/session-run.ts";
import { noSuchWorkspace } from "../domain/principals/principal.ts";
import { WORKSPACE_MOUNT, WorkspaceEnvironment } from "../workspaces/workspace-environment.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";
import { AgentFiles } from "./agent-files.ts";
import { callerTools } from "./caller-tools.ts";
import { AgentSchedules } from "../schedules/agent-schedules.ts";
import { BackgroundProcesses } from "../background/background-processes.ts";
import { McpServers } from "./mcp/mcp-servers.ts";
import { Redaction } from "../redaction/redact.ts";
import { StreamRedactor } from "../redaction/stream-redactor.ts";
import { stepUsage } from "../models/prices/step-usage.ts";
import { requiredOutput } from "./output/turn-output.ts";
import { systemPrompt } from "./system-prompt.ts";
import type { Tool } from "./tool.ts";
import { isDenied, type PermissionLayers } from "../domain/workspaces/permissions.ts";
import { TenantBudgets } from "../usage/tenant-budgets.ts";
import { bashTool, terminalBashTool } from "./tools/bash.ts";
import { bashKillTool } from "./tools/bash-kill.ts";
import { bashOutputTool } from "./tools/bash-output.ts";
import { scheduleTool } from "./tools/schedule.ts";
import { skillTool } from "./tools/skill.ts";
import { taskTool } from "./tools/task.ts";
import { GUIDE_FILE, guideElement, readGuide } from "./workspace-guide.ts";
import { toolsetOf, type Toolset } from "./toolsets.ts";
import type { TurnServers } from "./mcp/turn-servers.ts";
import { wrappedModel } from "./wrapped-model.ts";
import type { CallContext, TurnSetup } from "./turn-setup.ts";

type Redact = (text: string) => string;

const isOfBackground = (tool: Tool) => tool === bashOutputTool || tool === bashKillTool;

/** Prepares what a turn runs with from the config of its workspace. */
@service()
export class TurnPreparer {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(MODELS) private readonly models: ModelProvider,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(AGENT_SETTINGS) private readonly agent: AgentSettings,
    @inject(WorkspaceEnvironment) private readonly environment: WorkspaceEnvironment,
    @inject(AttachedSkills) private readonly skills: AttachedSkills,
    @inject(ImageStore) private readonly images: ImageStore,
    @inject(BackgroundProcesses) private readonly background: BackgroundProcesses,
    @inject(AgentSchedules) private readonly schedules: AgentSchedules,
    @inject(McpServers) private readonly servers: McpServers,
    @inject(SessionProcesses) private readonly processes: SessionProcesses,
    @inject(SessionWrites) private readonly writes: SessionWrites,
    @inject(Redaction) private readonly redaction: Redaction,
    @inject(TenantBudgets) private readonly budgets: TenantBudgets,
    @inject(CostLimits) private readonly costs: CostLimits,
  ) {}

  /**
   * How a turn starts that has waited, within the policy of now: with the model of the workspace, and limits where the policy lowers those of
   * the turn. Throws `model_unavailable` if this host does not have the model or does not allow it, and `price_unknown` if a limit of the
   * cost needs a price that it does not have.
   */
  startOf(
    workspace: WorkspaceRecord,
    session: SessionRecord,
    { turn, limits: asked }: TurnRecord,
  ): TurnStart {
    const policy = this.settings.policyOf(callerOf(session, turn));
    const { reference } = this.modelOf(workspace, policy);
    const limits = limitsWithin(policy, asked);
    this.costs.check(policy, { ...workspace.config, limits }, workspace.tenant, undefined);
    return { model: reference, ...(!isSameJson(limits, asked) && { limits }) };
  }

  /** Throws `model_unavailable`. */
  private modelOf({ tenant, config }: WorkspaceRecord, policy: Policy): Model {
    const { model: reference } = chosenModels(policy, config, { models: this.models, tenant });
    if (!allowsModel(policy, reference))
      throw new DomainError("model_unavailable", `This host does not allow the model ${reference}.`);
    const model = this.models.resolve(reference, { tenant });
    if (model === null) throw new DomainError("model_unavailable", `This host has no model ${reference}.`);
    return model;
  }

  /** If this host does not have the small model or does not allow it, the model itself writes the summaries. */
  private compactionOf({ config, tenant }: WorkspaceRecord, policy: Policy): TurnSetup["compaction"] {
    if (!config.compaction.enabled) return null;
    const { small_model } = chosenModels(policy, config, { models: this.models, tenant });
    const small = small_model === null ? null : this.models.resolve(small_model, { tenant });
    return { smallModel: small === null ? null : wrappedModel(small, this.agent.middleware) };
  }

  async prepare(
    workspace: WorkspaceRecord,
    session: SessionRecord,
    turn: TurnRecord,
    signal: AbortSignal,
  ): Promise<TurnSetup> {
    const { secrets } = await openEnv(workspace.config, workspace.id, this.settings.secrets);
    const redact = this.redaction.redactor(secrets);
    const [skills, servers] = await Promise.all([
      this.skills.summaries(workspace),
      this.servers.open(workspace, redact, signal),
    ]);
    const forms = this.redaction.forms(secrets);
    let streamRedactor = () => new StreamRedactor(forms);
    const caller = callerOf(session, turn.turn);
    const policy = this.settings.policyOf(caller);
    const permissions = [workspace.config.permissions, policy.permissions ?? {}];
    const model = this.modelOf(workspace, policy);
    const compaction = this.compactionOf(workspace, policy);
    const used = { model: model.reference, small_model: compaction?.smallModel?.reference ?? null };
    const { sandbox, afs } = this.environment.configOf(workspace);
    const { background, pty } = this.sandboxes.capabilities;
    const own = this.agent.tools
      .filter(
        (tool) =>
          (tool !== skillTool || skills.length > 0) &&
          (tool !== taskTool || (session.parent === null && !isDenied(permissions, tool.name))) &&
          (background || !isOfBackground(tool)) &&
          (tool !== scheduleTool || this.maySchedule(workspace, session, permissions)) &&
          (tool.questions === undefined || !isDenied(permissions, tool.name)),
      )
      .map((tool) => (tool === bashTool && pty ? terminalBashTool : tool));
    const queued = await this.queuedOf(session, turn);
    const output =
      queued?.output === undefined
        ? null
        : requiredOutput(queued.output, this.settings.outputSchemas, (text) => streamRedactor().whole(text));
    const offered = callerTools(workspace.config.tools ?? [], queued?.tools ?? [], this.agent.tools);
    const allowed = offered.filter(({ name }) => !isDenied(permissions, name));
    const submit = output === null ? [] : [output.tool];
    const toolset = this.withServers([...own, ...allowed, ...submit], servers, permissions);
    return {
      caller,
      model: this.images.modelOf(workspace.tenant, wrappedModel(model, this.agent.middleware)),
      system: systemPrompt({
        workspaceName: workspace.name,
        date: session.state.created_at.slice(0, 10),
        sandboxDescription: describeSandbox(this.sandboxes, sandbox.network),
        afs: afs.access,
        skills,
        servers: servers.lines,
        isSubagent: session.parent !== null,
        givesOutput: output !== null,
        addition: workspace.config.system_prompt,
        guide: await this.guideOf(workspace, redact),
      }),
      toolset,
      permissions,
      limits: turn.limits,
      output,
      outputSchemas: this.settings.outputSchemas,
      isBudgetUsedUp: () => this.budgets.isUsedUp(caller),
      compaction,
      unpriced: () => {
        const unpriced = this.costs.unpriced(this.settings.policyOf(caller), turn.limits, used);
        if (unpriced === null) return null;
        const { code, detail } = priceUnknown(unpriced, null);
        return { code, detail };
      },
      priced: (reference, usage) => stepUsage(reference, this.settings.prices(reference), usage),
      requestTtlMs: this.settings.requestTtlMs,
      whileWriting: (work) => this.writes.whileWriting(workspace, session, turn.turn.id, work),
      endWriting: () => this.writes.end(workspace, session, turn.turn.id),
      endProcesses: () => this.processes.tryEnd(workspace, session.id),
      redactor: () => streamRedactor(),
      callContext: async () => {
        const context = await this.contextIn(await this.current(workspace), session.id, model);
        streamRedactor = context.streamRedactor;
        return context;
      },
    };
  }

  /** Only a config that names the tool gives it. Subagents do not have it. */
  private maySchedule(
    { config }: WorkspaceRecord,
    { parent }: SessionRecord,
    permissions: PermissionLayers,
  ): boolean {
    const { name } = scheduleTool;
    const isNamed = Object.hasOwn(config.permissions, name);
    return isNamed && parent === null && this.schedules.isOffered && !isDenied(permissions, name);
  }

  /** The tools with those that the servers offer now, without those that are never allowed. The same toolset until a server changes its list. */
  private withServers(
    own: readonly Tool[],
    servers: TurnServers,
    permissions: PermissionLayers,
  ): () => Toolset {
    let seen: readonly Tool[] | null = null;
    let made = toolsetOf([]);
    return () => {
      const tools = servers.tools();
      if (tools !== seen)
        made = toolsetOf([...own, ...tools.filter(({ name }) => !isDenied(permissions, name))]);
      seen = tools;
      return made;
    };
  }

  /** The event with the tools and the schema that came with the turn's message, if any. They are in the log alone, since they may be long. */
  private async queuedOf(
    { tenant, id }: SessionRecord,
    { has_tools, first_seq, turn }: TurnRecord,
  ): Promise<Extract<SessionEvent, { readonly type: "turn.queued" }> | null> {
    if (has_tools !== true && turn.output_attempts === undefined) return null;
    const [queued] = await this.store.events.page(tenant, id, { after: first_seq - 1, limit: 1 });
    return queued?.type === "turn.queued" ? queued : null;
  }

  /** The guide of the workspace's root. Read once per turn, so that the system prompt stays the same. */
  private async guideOf(workspace: WorkspaceRecord, redact: Redact): Promise<string | null> {
    const text = await readGuide(await this.environment.files(workspace), GUIDE_FILE);
    return text === null ? null : guideElement(`${WORKSPACE_MOUNT}/${GUIDE_FILE}`, redact(text));
  }

  private async current({ tenant, id }: WorkspaceRecord): Promise<WorkspaceRecord> {
    const workspace = await this.store.workspaces.get(tenant, id);
    if (workspace === null || workspace.status === "deleting") throw noSuchWorkspace();
    return workspace;
  }

  private async contextIn(
    workspace: WorkspaceRecord,
    sessionId: string,
    { sees_images = false }: Model,
  ): Promise<CallContext> {
    const { tenant, id } = workspace;
    const skills = await this.skills.attach(workspace);
    const opening = this.environment.files(workspace);
    const [files, mounts, env] = await Promise.all([
      opening,
      this.environment.mounts(workspace, skills, opening),
      openEnv(workspace.config, id, this.settings.secrets),
    ]);
    const sandbox = () => this.environment.open(workspace, mounts);
    const disk = this.environment.disk(workspace, files);
    const forms = this.redaction.forms(env.secrets);
    const streamRedactor = () => new StreamRedactor(forms);
    return {
      files: new AgentFiles(mounts, sandbox),
      sandbox,
      env: env.all,
      skills,
      redact: this.redaction.redactor(env.secrets),
      disk,
      streamRedactor,
      ...(this.schedules.isOffered && { schedules: this.schedules }),
      outputsDays: workspace.config.retention?.outputs_days ?? null,
      ...(this.sandboxes.capabilities.background && {
        background: this.background.of({ tenant, id }, sessionId, streamRedactor, disk),
      }),
      ...(sees_images && {
        keepImage: (bytes: Uint8Array) => this.images.keep(tenant, sessionId, bytes),
      }),
    };
  }
}

function describeSandbox({ kind, capabilities }: SandboxProvider, network: NetworkAccess): string {
  const shell =
    kind === "interpreter"
      ? "Commands run in an interpreter of bash and its usual tools. There are no other programs, and nothing runs in the background."
      : "Commands run in a sandbox.";
  return `${shell} ${describeNetwork(capabilities.network ? network : "none")}`;
}
