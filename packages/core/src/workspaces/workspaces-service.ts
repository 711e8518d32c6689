import * as v from "valibot";
import { inject, injectable } from "../di.ts";
import { DomainError } from "../errors/domain-error.ts";
import { newId } from "../ids.ts";
import { decodeCursor, DEFAULT_PAGE, toPage, type Page, type PageRequest } from "../paging.ts";
import type { Clock } from "../ports/clock.ts";
import {
  CLOCK,
  MODELS,
  SANDBOXES,
  SETTINGS,
  STORE,
  VOLUMES,
  type ServiceSettings,
} from "../ports/injection.ts";
import type { ModelProvider } from "../ports/model.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { checkPolicy } from "../principals/policy.ts";
import type { Principal } from "../principals/principal.ts";
import type { AgentService } from "../service.ts";
import type { SessionStatus } from "../sessions/session.ts";
import { toTimestamp } from "../wire.ts";
import { ConfigInputSchema, type Config, type ConfigInput } from "./config.ts";
import { toStored, toWire } from "./config-codec.ts";
import { noSuchWorkspace, WorkspaceAccess } from "./workspace-access.ts";
import { WorkspaceRemoval } from "./workspace-removal.ts";
import type { CreateWorkspace, Workspace, WorkspaceRecord } from "./workspace.ts";

type Api = AgentService["workspaces"];

const NO_SESSIONS: Readonly<Record<SessionStatus, number>> = { running: 0, queued: 0, waiting: 0, idle: 0 };

function toWorkspace(record: WorkspaceRecord, counts: Readonly<Record<SessionStatus, number>>): Workspace {
  const { running, queued, waiting, idle } = counts;
  return {
    id: record.id,
    name: record.name,
    status: record.status,
    template: record.template,
    labels: { ...record.labels },
    created_at: toTimestamp(record.created_at),
    updated_at: toTimestamp(record.updated_at),
    session_counts: { running, queued, waiting, idle },
  };
}

const etagOf = (record: WorkspaceRecord) => String(record.config_version);

@injectable()
export class WorkspacesService implements Api {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(MODELS) private readonly models: ModelProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WorkspaceAccess) private readonly access: WorkspaceAccess,
    @inject(WorkspaceRemoval) private readonly removal: WorkspaceRemoval,
  ) {}

  async list(
    principal: Principal,
    { search, limit = DEFAULT_PAGE, cursor }: PageRequest & { readonly search?: string },
  ): Promise<Page<Workspace>> {
    const rows = await this.store.workspaces.list(principal.tenant, {
      limit: limit + 1,
      ...(cursor !== undefined && { before: decodeCursor(cursor) }),
      ...(search !== undefined && search !== "" && { search }),
      ...(principal.workspace_ids !== null && { ids: principal.workspace_ids }),
    });
    const page = toPage(rows, limit, (row) => row.id);
    const counts = await this.store.workspaces.countSessions(
      principal.tenant,
      page.items.map((row) => row.id),
    );
    return {
      items: page.items.map((row) => toWorkspace(row, counts.get(row.id) ?? NO_SESSIONS)),
      next: page.next,
    };
  }

  async create(principal: Principal, input: CreateWorkspace): Promise<Workspace> {
    if (principal.workspace_ids !== null)
      throw new DomainError("not_allowed", "A token that is bound to workspaces makes none.");
    if (input.template !== undefined) {
      const detail = "There is no such template.";
      throw new DomainError("invalid_request", detail, { errors: [{ pointer: "#/template", detail }] });
    }
    const config = v.parse(ConfigInputSchema, input.config ?? {});
    this.check(config);
    const now = this.clock.now();
    const id = newId("ws", now);
    const record: WorkspaceRecord = {
      id,
      tenant: principal.tenant,
      name: input.name,
      status: "ready",
      template: null,
      labels: input.labels ?? {},
      config: await toStored(config, id, null, this.settings.secrets),
      config_version: 1,
      placement: await this.volumes.placement(),
      created_at: now,
      updated_at: now,
    };
    await this.store.workspaces.insert(record);
    return toWorkspace(record, NO_SESSIONS);
  }

  async get(principal: Principal, id: string): Promise<Workspace> {
    const record = await this.access.find(principal, id);
    const counts = await this.store.workspaces.countSessions(principal.tenant, [id]);
    return toWorkspace(record, counts.get(id) ?? NO_SESSIONS);
  }

  async delete(principal: Principal, id: string): Promise<void> {
    await this.removal.remove(await this.access.find(principal, id));
  }

  async getConfig(principal: Principal, id: string): Promise<{ config: Config; etag: string }> {
    const record = await this.access.find(principal, id);
    return { config: toWire(record.config), etag: etagOf(record) };
  }

  async putConfig(
    principal: Principal,
    id: string,
    input: ConfigInput,
    { ifMatch }: { readonly ifMatch?: string } = {},
  ): Promise<{ config: Config; etag: string }> {
    this.check(input);
    const updated = await this.store.transaction(async (repositories) => {
      const before = await this.access.findReady(principal, id, repositories);
      if (ifMatch !== undefined && ifMatch !== etagOf(before)) {
        throw new DomainError(
          "precondition_failed",
          "The config was changed by someone else: read it again.",
        );
      }
      const config = await toStored(input, id, before.config, this.settings.secrets);
      return repositories.workspaces.update(principal.tenant, id, {
        config,
        config_version: before.config_version + 1,
        updated_at: this.clock.now(),
      });
    });
    if (updated === null) throw noSuchWorkspace();
    return { config: toWire(updated.config), etag: etagOf(updated) };
  }

  private check(config: ConfigInput): void {
    checkPolicy(this.settings.policy, config, {
      capabilities: this.sandboxes.capabilities,
      hasModel: (reference) => this.models.resolve(reference) !== null,
    });
    if (config.skills.length > 0) {
      const detail = `There is no skill named ${config.skills[0] ?? ""}.`;
      throw new DomainError("invalid_request", detail, { errors: [{ pointer: "#/skills/0", detail }] });
    }
  }
}
