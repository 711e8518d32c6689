import { AuditLog } from "../audit/audit-log.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { invalidAt } from "../domain/errors/invalid-field.ts";
import {
  ABANDONED_MS,
  Idempotency,
  type CreateOptions,
  type IdempotentRequest,
} from "../idempotency/idempotency.ts";
import { newId } from "../domain/ids.ts";
import { removeWorkspaceObjects } from "../objects/workspace-objects.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import { WorkingCopies } from "../portable/working-copies.ts";
import { HostDisk } from "../instance/host-disk.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import { whileRepeating } from "../instance/repeat.ts";
import type { Clock } from "../ports/clock.ts";
import {
  CLOCK,
  LOGGER,
  OBJECTS,
  SETTINGS,
  STORE,
  VOLUMES,
  WORKSPACE_TEMPLATES,
  type ServiceSettings,
} from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Repositories, Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { ConfigCheck } from "../config/config-check.ts";
import { subjectOf } from "../config/policy.ts";
import { changedConfig } from "./changed-config.ts";
import { toStored } from "../config/config-codec.ts";
import { overTemplate } from "../config/template-config.ts";
import { writeFiles } from "./template-files.ts";
import { NO_SESSIONS, toWorkspace } from "./to-workspace.ts";
import { WorkspaceEnvironment } from "./workspace-environment.ts";
import type { WorkspaceTemplate, WorkspaceTemplates } from "../ports/workspace-templates.ts";
import type { CreateWorkspace, Workspace, WorkspaceRecord } from "../domain/workspaces/workspace.ts";

/** How often the row of an unfinished workspace is renewed. */
const RENEW_MS = ABANDONED_MS / 5;

/** The row of a workspace during its creation: it cannot be used, and the sweep removes it after a crash. */
const UNFINISHED = { status: "deleting", config_version: 0 } as const;
const FINISHED = { status: "ready", config_version: 1 } as const;

type Then<T> = (repositories: Repositories, workspace: Workspace) => Promise<T>;

/** Writes files into a workspace that nobody sees yet. */
type Fill = (workspace: WorkspaceRecord) => Promise<void>;

/** What a workspace is made with: a template, files, or both. */
interface Source {
  readonly template: WorkspaceTemplate | null;
  /** Null: it begins without files. */
  readonly fill: Fill | null;
}

/** `templateId` precedes the template of the input while it exists. */
type CreateWithOptions = CreateOptions & { readonly templateId?: string | null | undefined };

interface Making<T> {
  readonly request: IdempotentRequest;
  /** Throws where the disk is full. */
  readonly assertSpace: () => void;
  /** Called in a transaction, which may be repeated. */
  readonly source: (repositories: Repositories) => Promise<Source>;
  readonly then: Then<T>;
}

const isUnfinished = (record: WorkspaceRecord) =>
  record.status === UNFINISHED.status && record.config_version === UNFINISHED.config_version;

/** Creates workspaces completely or not at all. */
@service()
export class WorkspaceCreation {
  private readonly underWay = new Set<string>();

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(OBJECTS) private readonly objects: ObjectStore | null,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(WORKSPACE_TEMPLATES) private readonly templates: WorkspaceTemplates,
    @inject(Idempotency) private readonly idempotency: Idempotency,
    @inject(ConfigCheck) private readonly check: ConfigCheck,
    @inject(WorkspaceEnvironment) private readonly place: WorkspaceEnvironment,
    @inject(WorkingCopies) private readonly copies: WorkingCopies,
    @inject(AuditLog) private readonly audit: AuditLog,
    @inject(HostDisk) private readonly disk: HostDisk,
    @inject(InstanceRegistry) private readonly instances: InstanceRegistry,
  ) {}

  async create(principal: Principal, input: CreateWorkspace, options?: CreateOptions): Promise<Workspace> {
    return this.createWith(principal, input, (_, workspace) => Promise.resolve(workspace), options);
  }

  /** As `create`, with more in the transaction that makes the workspace. What `then` throws undoes all. */
  async createWith<T extends object>(
    principal: Principal,
    input: CreateWorkspace,
    then: Then<T>,
    { templateId, ...options }: CreateWithOptions = {},
  ): Promise<T> {
    refuseBound(principal);
    const assertSpace = await this.disk.checkSpace();
    const request = { ...options, principal, route: "workspaces", body: input };
    const { template } = input;
    if (template !== undefined)
      return this.createFrom(principal, input, {
        request,
        assertSpace,
        source: async (repositories) =>
          this.sourceOf(await this.findTemplate(repositories, principal, template, templateId)),
        then,
      });
    return this.idempotency.once(request, async (repositories) => {
      assertSpace();
      const record = await this.recordOf(repositories, principal, input, null);
      await repositories.workspaces.insert(record);
      const result = await then(repositories, toWorkspace(record, NO_SESSIONS));
      await this.audit.record(repositories, principal, changedConfig(record, null));
      return result;
    });
  }

  /** As `createWith`, with files that `fill` writes. */
  async createFilled<T extends object>(
    principal: Principal,
    input: CreateWorkspace,
    {
      fill,
      then,
      request,
    }: {
      readonly fill: Fill;
      readonly then: Then<T>;
      readonly request: Pick<IdempotentRequest, "route" | "body">;
    },
    options?: CreateOptions,
  ): Promise<T> {
    refuseBound(principal);
    const assertSpace = await this.disk.checkSpace();
    return this.createFrom(principal, input, {
      request: { ...options, ...request, principal },
      assertSpace,
      source: () => Promise.resolve({ template: null, fill }),
      then,
    });
  }

  private sourceOf(template: WorkspaceTemplate): Source {
    const { files } = template;
    const fill = (record: WorkspaceRecord) =>
      this.place.whileWriting(record, (volume) => writeFiles(volume, files));
    return { template, fill: files.length === 0 ? null : fill };
  }

  /** The workspace that would be made now. */
  planned(
    principal: Principal,
    input: CreateWorkspace,
    template: WorkspaceTemplate | null = null,
  ): Promise<WorkspaceRecord> {
    return this.recordOf(this.store, principal, input, template);
  }

  /** Throws `invalid_request` where neither `id` nor `ref` is a template. */
  async findTemplate(
    repositories: Repositories,
    { tenant }: Principal,
    ref: string,
    id?: string | null,
  ): Promise<WorkspaceTemplate> {
    const byId = typeof id === "string" ? await this.templates.find(repositories, tenant, id) : null;
    const template = byId ?? (await this.templates.find(repositories, tenant, ref));
    if (template === null) throw invalidAt("#/template", "There is no such template.");
    return template;
  }

  /**
   * Files are written in no transaction, so a row that says so stands for the workspace until they are all there. From the transaction
   * that reads them, what it has of the library is in use by it.
   */
  private async createFrom<T extends object>(
    principal: Principal,
    input: CreateWorkspace,
    { request, assertSpace, source, then }: Making<T>,
  ): Promise<T> {
    const id = newId("ws", this.clock.now());
    const outside = async () => {
      assertSpace();
      const { record, fill } = await this.store.transaction(async (repositories) => {
        const { template, fill } = await source(repositories);
        const record = await this.recordOf(repositories, principal, input, template, id);
        this.underWay.add(id);
        await repositories.workspaces.insert({ ...record, ...UNFINISHED });
        return { record, fill };
      });
      if (fill !== null)
        await whileRepeating(
          this.clock,
          RENEW_MS,
          () => this.renew(record),
          () => fill(record),
        );
      return record;
    };
    try {
      return await this.idempotency.onceStaged(request, outside, async (repositories, record) => {
        const made = await this.open(repositories, record);
        const result = await then(repositories, toWorkspace(made, NO_SESSIONS));
        await this.audit.record(repositories, principal, changedConfig(made, null));
        return result;
      });
    } catch (error) {
      if (this.underWay.has(id)) await this.undo(principal.tenant, id);
      throw error;
    } finally {
      this.underWay.delete(id);
    }
  }

  /** Other instances see by its time that an unfinished workspace is not abandoned. */
  private async renew({ tenant, id }: WorkspaceRecord): Promise<void> {
    try {
      await this.store.workspaces.update(tenant, id, { updated_at: this.clock.now() });
    } catch (error) {
      this.logger.warn({ error, workspace_id: id }, "a workspace that is being made may count as abandoned");
    }
  }

  private async open(repositories: Repositories, { tenant, id }: WorkspaceRecord): Promise<WorkspaceRecord> {
    const change = { ...FINISHED, updated_at: this.clock.now() };
    const condition = { expectedConfigVersion: UNFINISHED.config_version };
    const record = await repositories.workspaces.update(tenant, id, change, condition);
    if (record === null) throw new DomainError("not_found", "The workspace was deleted while it was made.");
    return record;
  }

  private async recordOf(
    repositories: Repositories,
    principal: Principal,
    input: CreateWorkspace,
    template: WorkspaceTemplate | null,
    id = newId("ws", this.clock.now()),
  ): Promise<WorkspaceRecord> {
    const { tenant } = principal;
    const named = overTemplate(template?.config ?? {}, input.config ?? {});
    const config = await this.check.complete(repositories, subjectOf(principal), named, { at: ["config"] });
    const now = this.clock.now();
    return {
      id,
      tenant,
      name: input.name,
      template: template?.name ?? null,
      owner: principal.id,
      labels: input.labels ?? {},
      config: await toStored(config, id, null, this.settings.secrets, ["config"]),
      ...FINISHED,
      placement: await this.instances.placement(),
      created_at: now,
      updated_at: now,
    };
  }

  /** Whether this process, or possibly another, still creates it. */
  isUnderWay(record: WorkspaceRecord): boolean {
    if (!isUnfinished(record)) return false;
    const isYoung = this.clock.now() - record.updated_at < ABANDONED_MS;
    return this.underWay.has(record.id) || (this.store.cluster !== undefined && isYoung);
  }

  /** Removes an unfinished workspace. What cannot be removed now, the sweep removes later. */
  private async undo(tenant: string, id: string): Promise<void> {
    try {
      const record = await this.store.workspaces.get(tenant, id);
      if (record !== null && !isUnfinished(record)) return;
      // Nothing publishes its files from then on.
      await this.copies.forget(id);
      await this.volumes.removeWorkspace(id, { tenant });
      if (this.objects !== null) await removeWorkspaceObjects(this.objects, id);
      await this.store.workspaces.delete(tenant, id);
    } catch (error) {
      this.logger.warn({ error, workspace_id: id }, "a workspace that was not finished is left to the sweep");
    }
  }
}

/** Throws `not_allowed` for a principal that is bound to workspaces. */
export function refuseBound({ workspace_ids }: Principal): void {
  if (workspace_ids !== null)
    throw new DomainError("not_allowed", "A token that is bound to workspaces makes none.");
}
