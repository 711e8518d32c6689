import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { environmentWithin } from "../config/policy.ts";
import { InstanceRegistry } from "../instance/instance-registry.ts";
import type { AttachedSkill } from "../library/skills/attached-skills.ts";
import { SANDBOXES, SETTINGS, VOLUMES, type ServiceSettings } from "../ports/injection.ts";
import type { Sandbox, SandboxMount, SandboxProvider } from "../ports/sandbox.ts";
import type { Volume, VolumeProvider } from "../ports/volume.ts";
import { WorkingCopies, type PublishedFiles } from "../portable/working-copies.ts";
import type { WorkspaceDisk } from "./disk-check.ts";
import { quotaOf } from "../quota/quota-of.ts";
import { ServiceMetrics } from "../telemetry/service-metrics.ts";
import type { StoredConfig } from "../domain/workspaces/config.ts";
import type { WorkspaceRecord } from "../domain/workspaces/workspace.ts";

const MEGABYTE = 1_048_576;

export const WORKSPACE_MOUNT = "/workspace";
const AFS_MOUNT = "/mnt/afs";

/** The volumes and sandboxes of workspaces. */
@service()
export class WorkspaceEnvironment {
  constructor(
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(ServiceMetrics) private readonly metrics: ServiceMetrics,
    @inject(InstanceRegistry) private readonly instances: InstanceRegistry,
    @inject(WorkingCopies) private readonly copies: WorkingCopies,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
  ) {}

  /** The config within the policy of the tenant, which may be narrower than when the config was written. */
  configOf({ tenant, config }: WorkspaceRecord): StoredConfig {
    return environmentWithin(this.settings.policyOf({ tenant, principal: null }), config);
  }

  /** Whether the files belong to no host. */
  isPortable(workspace: WorkspaceRecord): boolean {
    return this.copies.isPortable(workspace);
  }

  /** Throws `overloaded` if this instance cannot reach the files of a workspace. */
  assertReached({ placement }: Pick<WorkspaceRecord, "placement">): void {
    if (this.instances.isOwn(placement)) return;
    const detail = "The workspace's files are on other hosts than this instance's: ask an instance there.";
    throw new DomainError("overloaded", detail, { retryAfter: 5 });
  }

  /** The files as they are now, on this host. Throws `overloaded` if this instance cannot reach them, or another uses them. */
  async files(workspace: WorkspaceRecord): Promise<Volume> {
    const volume = await this.volume(workspace);
    await this.copies.take(workspace, volume);
    return volume;
  }

  /** The published files, where this host does not have the current ones. Null: `files` has them. */
  async published(workspace: WorkspaceRecord): Promise<PublishedFiles | null> {
    return this.isPortable(workspace) ? this.copies.published(workspace, await this.volume(workspace)) : null;
  }

  /** Runs a caller's write to the files. What it wrote outlives this host once it resolves. */
  async whileWriting<T>(workspace: WorkspaceRecord, work: (files: Volume) => Promise<T>): Promise<T> {
    const volume = await this.volume(workspace);
    return this.copies.whileWriting(workspace, volume, () => work(volume));
  }

  /** Call before a call of a session writes to the files, for it and for those that it works for; the answer, when the call has ended. */
  async beforeWrites(workspace: WorkspaceRecord, sessions: readonly string[]): Promise<() => void> {
    if (!this.isPortable(workspace)) return () => {};
    return this.copies.mark(workspace, await this.volume(workspace), sessions);
  }

  /** Call when a session's turn is over on this instance, or waits. */
  afterTurn(workspace: WorkspaceRecord, session: string): void {
    this.copies.leave(workspace, session);
  }

  /** Call when a session has stopped writing. */
  afterWrites(workspace: WorkspaceRecord, session: string): Promise<void> {
    return this.copies.publishEnd(workspace, session);
  }

  /** Runs a turn, during which the files stay on this host. Throws `overloaded` when the signal aborts before they are here. */
  async whileUsed<T>(workspace: WorkspaceRecord, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (!this.isPortable(workspace)) return work();
    const volume = await this.volume(workspace);
    return this.copies.whileUsed(workspace, async () => {
      // An instance that is gone has them until its entry and its leases expire.
      await this.copies.take(workspace, volume, { waitMs: 2 * this.settings.lease.ms, signal });
      return work();
    });
  }

  /** Runs work of a caller that looks at the files as they are now and then changes them. No other host receives them meanwhile. */
  async whileKept<T>(workspace: WorkspaceRecord, work: (files: Volume) => Promise<T>): Promise<T> {
    return this.copies.whileUsed(workspace, async () => work(await this.files(workspace)));
  }

  /** The files of this host, whether or not they are the current ones. */
  private async volume(workspace: WorkspaceRecord): Promise<Volume> {
    this.assertReached(workspace);
    return this.volumes.workspace(workspace.id, {
      ...quotaOf(this.configOf(workspace).sandbox.disk_mb),
      tenant: workspace.tenant,
    });
  }

  /** Removes the files of a workspace that is being deleted, or was deleted. */
  removeFiles(tenant: string, workspaceId: string): Promise<void> {
    return this.volumes.removeWorkspace(workspaceId, { tenant });
  }

  /** Measures the workspace's files for `disk_mb`. Null: the sandbox or the volume enforces it while commands write. */
  disk(workspace: WorkspaceRecord, files: Volume): WorkspaceDisk | null {
    if (this.sandboxes.capabilities.quota || files.capabilities.quota) return null;
    return {
      quotaBytes: this.configOf(workspace).sandbox.disk_mb * MEGABYTE,
      usedBytes: async () => (await files.usage()).bytes,
    };
  }

  shared(workspace: WorkspaceRecord): Promise<Volume> {
    const { sharedDiskMb } = this.settings;
    return this.volumes.shared(workspace.tenant, {
      root: workspace.config.afs.root,
      ...(sharedDiskMb !== null && quotaOf(sharedDiskMb)),
    });
  }

  /** Mounts of skills can be replaced: a new version does not end commands. `files`: the workspace's own volume, if it is open. */
  async mounts(
    workspace: WorkspaceRecord,
    skills: readonly Pick<AttachedSkill, "folder" | "volume">[] = [],
    files?: Promise<Volume>,
  ): Promise<SandboxMount[]> {
    const { access } = this.configOf(workspace).afs;
    const [volume, shared] = await Promise.all([
      files ?? this.files(workspace),
      access === "none" ? null : this.shared(workspace),
    ]);
    const mounts: SandboxMount[] = [{ target: WORKSPACE_MOUNT, volume, access: "write" }];
    if (shared !== null && access !== "none") mounts.push({ target: AFS_MOUNT, volume: shared, access });
    for (const skill of skills)
      mounts.push({ target: skill.folder, volume: skill.volume, access: "read", isExchangeable: true });
    return mounts;
  }

  open(workspace: WorkspaceRecord, mounts: readonly SandboxMount[]): Promise<Sandbox> {
    const { image, cpus, memory_mb, disk_mb, network } = this.configOf(workspace).sandbox;
    this.metrics.sandboxOpened(workspace.id);
    return this.sandboxes.open({
      workspaceId: workspace.id,
      tenant: workspace.tenant,
      labels: workspace.labels,
      mounts,
      image,
      cpus,
      memoryMb: memory_mb,
      diskMb: disk_mb,
      network,
    });
  }

  /** The sandbox on this host, for what is in it beside the files of the workspace. */
  async opened(workspace: WorkspaceRecord): Promise<Sandbox> {
    const files = Promise.resolve(await this.volume(workspace));
    return this.open(workspace, await this.mounts(workspace, [], files));
  }

  /** Ends every process of a session, if the sandbox runs. */
  async killGroup(workspace: WorkspaceRecord, sessionId: string): Promise<void> {
    if (this.sandboxes.state(workspace.id) !== "running") return;
    const sandbox = await this.opened(workspace);
    await sandbox.killGroup(sessionId);
  }
}
