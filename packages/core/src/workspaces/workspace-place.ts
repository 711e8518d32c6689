import { inject, injectable } from "../di.ts";
import type { AttachedSkill } from "../library/skills/attached-skills.ts";
import { SANDBOXES, VOLUMES } from "../ports/injection.ts";
import type { Sandbox, SandboxMount, SandboxProvider } from "../ports/sandbox.ts";
import type { Volume, VolumeProvider } from "../ports/volume.ts";
import type { WorkspaceDisk } from "../agent/disk-check.ts";
import { ServiceMetrics } from "../telemetry/service-metrics.ts";
import type { WorkspaceRecord } from "./workspace.ts";

const MEGABYTE = 1_048_576;

export const WORKSPACE_MOUNT = "/workspace";
export const AFS_MOUNT = "/mnt/afs";

/** Where a workspace's files are and its commands run. */
@injectable()
export class WorkspacePlace {
  constructor(
    @inject(VOLUMES) private readonly volumes: VolumeProvider,
    @inject(SANDBOXES) private readonly sandboxes: SandboxProvider,
    @inject(ServiceMetrics) private readonly metrics: ServiceMetrics,
  ) {}

  files(workspace: WorkspaceRecord): Promise<Volume> {
    return this.volumes.workspace(workspace.id, { maxBytes: workspace.config.sandbox.disk_mb * MEGABYTE });
  }

  /** What has to be held to `disk_mb` by looking; null where sandbox or volume do it while commands write. */
  async disk(workspace: WorkspaceRecord): Promise<WorkspaceDisk | null> {
    const files = await this.files(workspace);
    if (this.sandboxes.capabilities.quota || files.capabilities.quota) return null;
    return {
      quotaBytes: workspace.config.sandbox.disk_mb * MEGABYTE,
      usedBytes: () => files.usedBytes(),
    };
  }

  shared(workspace: WorkspaceRecord): Promise<Volume> {
    return this.volumes.shared(workspace.tenant, { root: workspace.config.afs.root });
  }

  /** A skill's mount is exchangeable: a new version of it ends no command. */
  async mounts(
    workspace: WorkspaceRecord,
    skills: readonly Pick<AttachedSkill, "folder" | "volume">[] = [],
  ): Promise<SandboxMount[]> {
    const mounts: SandboxMount[] = [
      { target: WORKSPACE_MOUNT, volume: await this.files(workspace), access: "write" },
    ];
    const { access } = workspace.config.afs;
    if (access !== "none") mounts.push({ target: AFS_MOUNT, volume: await this.shared(workspace), access });
    for (const { folder, volume } of skills)
      mounts.push({ target: folder, volume, access: "read", isExchangeable: true });
    return mounts;
  }

  open(workspace: WorkspaceRecord, mounts: readonly SandboxMount[]): Promise<Sandbox> {
    const { image, cpus, memory_mb, disk_mb, network } = workspace.config.sandbox;
    this.metrics.sandboxOpened(workspace.id);
    return this.sandboxes.open({
      workspaceId: workspace.id,
      mounts,
      image,
      cpus,
      memoryMb: memory_mb,
      diskMb: disk_mb,
      network,
    });
  }

  /** Ends every process of a session, in a sandbox that stands. */
  async killGroup(workspace: WorkspaceRecord, sessionId: string): Promise<void> {
    if (this.sandboxes.state(workspace.id) !== "running") return;
    const sandbox = await this.open(workspace, await this.mounts(workspace));
    await sandbox.killGroup(sessionId);
  }
}
