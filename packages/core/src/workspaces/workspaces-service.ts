import { AuditLog } from "../audit/audit-log.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { Idempotency, type CreateOptions } from "../idempotency/idempotency.ts";
import { repeatOn } from "../idempotency/repeat-on.ts";
import type { Template } from "../domain/library/template.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import { decodeCursor, DEFAULT_PAGE, toPage, type Page } from "../domain/paging.ts";
import type { Clock } from "../ports/clock.ts";
import {
  CLOCK,
  SANDBOXES,
  SETTINGS,
  STORE,
  WORKSPACE_TEMPLATES,
  type ServiceSettings,
} from "../ports/injection.ts";
import type { SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import { noSuchWorkspace, requireScope, type Principal } from "../domain/principals/principal.ts";
import type { WorkspaceQuery } from "../domain/workspaces/workspace-query.ts";
import type { WorkspacesApi } from "./workspaces-api.ts";
import { changedConfig } from "./changed-config.ts";
import { ConfigCheck } from "../config/config-check.ts";
import { subjectOf } from "../config/policy.ts";
import { toStored, toWire } from "../config/config-codec.ts";
import type { Config, ConfigOverlay } from "../domain/workspaces/config.ts";
import { collectFiles } from "./template-files.ts";
import { NO_SESSIONS, toWorkspace, toWorkspacePage } from "./to-workspace.ts";
import { WorkingCopies } from "../portable/working-copies.ts";
import { WorkspaceAccess } from "../access/workspace-access.ts";
import { WorkspaceCreation } from "./workspace-creation.ts";
import { WorkspaceEnvironment } from "./workspace-environment.ts";
import { WORKSPACE_ACTIVITY, type WorkspaceActivity } from "./workspace-activity.ts";
import { WorkspaceRemoval } from "./workspace-removal.ts";
import type { WorkspaceTemplates } from "../ports/workspace-templates.ts";
import type {
  CreateWorkspace,
  SaveAsTemplate,
  UpdateWorkspace,
  Workspace,
  WorkspaceRecord,
  WorkspaceState,
} from "../domain/workspaces/workspace.ts";

/** Attempts to change a config without a condition, while others change it. */
const MAX_ATTEMPTS = 5;

const etagOf = (record: WorkspaceRecord) => String(record.config_version);

@service()
export class WorkspacesService implements WorkspacesApi {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WORKSPACE_TEMPLATES) private readonly templates: WorkspaceTemplates,
    @inject(WorkspaceAccess) private readonly access: WorkspaceAccess,
    @inject(WorkspaceCreation) private readonly creation: WorkspaceCreation,
    @inject(WorkspaceRemoval) private readonly removal: WorkspaceRemoval,
    @inject(WorkspaceEnvironment) private readonly place: WorkspaceEnvironment,
    @inject(ConfigCheck) private readonly check: ConfigCheck,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(WORKSPACE_ACTIVITY) private readonly activity: WorkspaceActivity,
    @inject(InstanceRegistry) private readonly instances: InstanceRegistry,
    @inject(AuditLog) private readonly audit: AuditLog,
    @inject(WorkingCopies) private readonly copies: WorkingCopies,
  ) {}

  async list(
    principal: Principal,
    { search, label, limit = DEFAULT_PAGE, cursor }: WorkspaceQuery,
  ): Promise<Page<Workspace>> {
    const rows = await this.store.workspaces.list(principal.tenant, {
      limit: limit + 1,
      ...(cursor !== undefined && { before: decodeCursor(cursor) }),
      ...(search !== undefined && search !== "" && { search }),
      label,
      ...(principal.workspace_ids !== null && { ids: principal.workspace_ids }),
      ...(principal.sees === "own" && { owner: principal.id }),
    });
    const page = toPage(rows, limit, (row) => row.id);
    const counts = await this.store.workspaces.countSessions(
      principal.tenant,
      page.items.map((row) => row.id),
    );
    const shown = rows.every((row) => this.shown(row) === row) ? rows : rows.map((row) => this.shown(row));
    return shown === rows
      ? toWorkspacePage(rows, page, counts)
      : toWorkspacePage(shown, { ...page, items: shown.slice(0, page.items.length) }, counts);
  }

  create(principal: Principal, input: CreateWorkspace, options?: CreateOptions): Promise<Workspace> {
    return this.creation.create(principal, input, options);
  }

  async get(principal: Principal, id: string): Promise<Workspace> {
    return this.withCounts(await this.access.find(principal, id));
  }

  async update(principal: Principal, id: string, { name, labels }: UpdateWorkspace): Promise<Workspace> {
    let record = await this.access.findReady(principal, id);
    if (name !== undefined || labels !== undefined) {
      const change = {
        ...(name !== undefined && { name }),
        ...(labels !== undefined && { labels }),
        updated_at: this.clock.now(),
      };
      const updated = await this.store.workspaces.update(principal.tenant, id, change);
      if (updated === null) throw noSuchWorkspace();
      record = updated;
    }
    return this.withCounts(record);
  }

  async delete(principal: Principal, id: string): Promise<void> {
    await this.removal.remove(await this.access.find(principal, id));
  }

  async state(principal: Principal, id: string): Promise<WorkspaceState> {
    const record = await this.access.find(principal, id);
    const { status, session_counts } = await this.withCounts(record);
    const files = await this.copies.status(record);
    const { running, queued, waiting } = session_counts;
    const { background, network, quota, pty } = this.sandboxes.capabilities;
    return {
      status,
      sandbox: {
        kind: this.sandboxes.kind,
        state: this.sandboxes.state(id),
        capabilities: { background, network, quota, pty },
      },
      sessions: { running, queued, waiting },
      ...(files !== null && { files }),
    };
  }

  async getConfig(principal: Principal, id: string): Promise<{ config: Config; etag: string }> {
    const record = await this.access.find(principal, id);
    return { config: toWire(record.config), etag: etagOf(record) };
  }

  async putConfig(
    principal: Principal,
    id: string,
    input: ConfigOverlay,
    { ifMatch }: { readonly ifMatch?: string } = {},
  ): Promise<{ config: Config; etag: string }> {
    // Another change may come first. Without a condition, this one is applied after it.
    const attempts = ifMatch === undefined ? MAX_ATTEMPTS : 1;
    return repeatOn("precondition_failed", attempts, () => this.tryPutConfig(principal, id, input, ifMatch));
  }

  private async tryPutConfig(
    principal: Principal,
    id: string,
    input: ConfigOverlay,
    ifMatch: string | undefined,
  ): Promise<{ config: Config; etag: string }> {
    const updated = await this.store.transaction(async (repositories) => {
      const before = await this.access.findReady(principal, id, repositories);
      if (ifMatch !== undefined && ifMatch !== etagOf(before)) {
        throw new DomainError(
          "precondition_failed",
          "The config was changed by someone else: read it again.",
        );
      }
      const config = await this.check.complete(repositories, subjectOf(principal), input, {
        within: principal.workspace_ids === null ? undefined : toWire(before.config),
        before: before.config,
      });
      const change = {
        config: await toStored(config, id, before.config, this.settings.secrets),
        config_version: before.config_version + 1,
        updated_at: this.clock.now(),
      };
      const condition = { expectedConfigVersion: before.config_version };
      const record = await repositories.workspaces.update(principal.tenant, id, change, condition);
      if (record === null) throw noSuchWorkspace();
      await this.audit.record(repositories, principal, changedConfig(record, before.config));
      return record;
    });
    this.store.cluster?.publish([{ type: "workspace", workspace_id: id }]);
    this.activity.configChanged(updated);
    return { config: toWire(updated.config), etag: etagOf(updated) };
  }

  async saveAsTemplate(
    principal: Principal,
    id: string,
    { name, description, include_files }: SaveAsTemplate,
    options?: CreateOptions,
  ): Promise<Template> {
    // The template must not contain anything that the caller cannot read.
    requireScope(principal, "workspaces:read");
    if (include_files) requireScope(principal, "files:read");
    if (principal.workspace_ids !== null)
      throw new DomainError(
        "not_allowed",
        "A token that is bound to workspaces does not change the library.",
      );
    const body = { name, description, include_files };
    const route = `save-as-template ${id}`;
    return this.idempotency.onceStaged(
      { ...options, principal, route, body },
      async () => {
        const workspace = await this.access.findReady(principal, id);
        const files = include_files ? await collectFiles(await this.place.files(workspace)) : [];
        return { name, description, config: toWire(workspace.config), files };
      },
      (repositories, template) => this.templates.save(repositories, principal, template),
    );
  }

  private async withCounts(record: WorkspaceRecord): Promise<Workspace> {
    const counts = await this.store.workspaces.countSessions(record.tenant, [record.id]);
    return toWorkspace(this.shown(record), counts.get(record.id) ?? NO_SESSIONS);
  }

  /** A workspace whose files no running instance reaches waits for one that does. */
  private shown(record: WorkspaceRecord): WorkspaceRecord {
    const waits = record.status === "ready" && !this.instances.reaches(record.placement);
    return waits ? { ...record, status: "waiting_placement" } : record;
  }
}
