import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { silentLogger, type Logger } from "@workspace-agent/core";
import { sandboxUnavailable, type Sandbox, type SandboxSpec } from "@workspace-agent/core/ports";
import { WatchedAreas } from "./disk/watched-areas.ts";
import type { InstanceContext, SandboxInstance } from "./sandbox-instance.ts";

const IDLE_MS = 600_000;

/** The folder of one workspace in a provider's folder. */
export const workspaceDir = (dir: string, workspaceId: string) => join(dir, "workspaces", workspaceId);

const isFolderName = (workspaceId: string) => /^[A-Za-z0-9_-]{1,128}$/.test(workspaceId);

/** Throws `sandbox_unavailable` for a spec that no process sandbox can run. */
function checkSpec({ workspaceId, mounts }: SandboxSpec): void {
  if (!isFolderName(workspaceId))
    throw sandboxUnavailable(`The workspace id ${JSON.stringify(workspaceId)} cannot be a folder name.`);
  const foreign = mounts.find(({ volume }) => volume.hostPath === undefined);
  if (foreign !== undefined)
    throw sandboxUnavailable(`The volume at ${foreign.target} is not a folder of this host.`);
}

/** Equal for two specs that one instance can serve. */
function formOf({ mounts, image, cpus, memoryMb, diskMb, network }: SandboxSpec): string {
  const lasting = mounts
    .filter(({ isExchangeable = false }) => !isExchangeable)
    .map(({ target, volume, access }) => [target, volume.hostPath, access]);
  return JSON.stringify([lasting, image, cpus, memoryMb, diskMb, network]);
}

export interface ProcessSandboxOptions {
  /** Holds a folder for each workspace. Default: a new folder that `removeDir` removes. */
  readonly dir?: string;
  /** An instance without commands for this long is stopped. Default: 10 minutes. */
  readonly idleMs?: number;
  readonly logger?: Logger;
}

/** What providers of process sandboxes share: at most one instance for each workspace, and the folder with their files. */
export abstract class ProcessSandboxes<Instance extends SandboxInstance> {
  protected readonly context: InstanceContext;
  private readonly opened = new Map<string, { readonly instance: Instance; readonly form: string }>();
  private readonly givenDir: string | undefined;
  private dir: string | null = null;
  private refused = 0;

  /** `removeFolder` removes a folder in which no command runs any more, whatever commands left there. */
  constructor(
    { dir, idleMs = IDLE_MS, logger = silentLogger }: ProcessSandboxOptions,
    private readonly removeFolder: (path: string) => Promise<void>,
  ) {
    this.givenDir = dir;
    const onRefused = () => {
      this.refused++;
    };
    this.context = { logger, idleMs, areas: new WatchedAreas(logger), onRefused };
  }

  /** Checks a spec, and returns a function that makes its instance. Throws `sandbox_unavailable`. */
  protected abstract prepare(spec: SandboxSpec): () => Instance;

  /** Opens the workspace's instance. An instance of another spec is replaced, and its commands end. */
  async open(spec: SandboxSpec): Promise<Sandbox> {
    checkSpec(spec);
    const make = this.prepare(spec);
    const before = this.opened.get(spec.workspaceId);
    const form = formOf(spec);
    if (before?.form === form) return before.instance.open(spec.mounts);
    const instance = make();
    this.opened.set(spec.workspaceId, { instance, form });
    await before?.instance.end();
    return instance.open(spec.mounts);
  }

  protected instanceOf(workspaceId: string): Instance | undefined {
    return this.opened.get(workspaceId)?.instance;
  }

  state(workspaceId: string): "running" | "stopped" {
    return this.instanceOf(workspaceId)?.isRunning === true ? "running" : "stopped";
  }

  stopIdle(workspaceId: string): void {
    this.instanceOf(workspaceId)?.stopIdle();
  }

  refusals(): number {
    return this.refused;
  }

  /** Ends the workspace's instance and removes its folder, also one that an earlier process left. */
  async remove(workspaceId: string): Promise<void> {
    const instance = this.instanceOf(workspaceId);
    this.opened.delete(workspaceId);
    await instance?.end();
    if (this.dir !== null && isFolderName(workspaceId))
      await this.removeFolder(workspaceDir(this.dir, workspaceId));
  }

  /** Makes the folder, and returns its path. */
  protected async makeDir(): Promise<string> {
    const temporary = () => mkdtemp(join(tmpdir(), "workspace-agent-sandboxes-"));
    this.dir = this.givenDir === undefined ? (this.dir ?? (await temporary())) : resolve(this.givenDir);
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    return this.dir;
  }

  protected async endAll(): Promise<void> {
    const all = [...this.opened.values()];
    this.opened.clear();
    await Promise.all(all.map(({ instance }) => instance.end()));
  }

  /** Removes the folder, unless the host named it. No instance may run any more. */
  protected async removeDir(): Promise<void> {
    if (this.dir !== null && this.givenDir === undefined) await this.removeFolder(this.dir);
    this.dir = null;
  }
}
