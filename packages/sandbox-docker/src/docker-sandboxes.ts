import { mkdir, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  DomainError,
  silentLogger,
  systemClock,
  type Clock,
  type Logger,
  type SandboxProvider,
} from "@workspace-agent/core";
import type {
  ContainerRepository,
  Sandbox,
  SandboxCapabilities,
  SandboxSpec,
} from "@workspace-agent/core/ports";
import { checkNetworkOptions, type NetworkOptions } from "@workspace-agent/egress";
import { removeFolder, WatchedAreas } from "@workspace-agent/sandbox-place";
import { checkSpec, isWorkspaceName, specForm } from "./check-spec.ts";
import { DockerCommand } from "./docker-command.ts";
import { DockerPlace, workspaceDir } from "./docker-place.ts";
import { awayOr } from "./doubts.ts";
import type { Engine } from "./engine.ts";
import { adopt, reap, type LeftPlace } from "./left-containers.ts";
import { probe, type Probed } from "./probe.ts";

export interface DockerSandboxOptions {
  /** The image of workspaces that name none. It is never pulled. It needs bash, coreutils, and `script` for terminals. */
  readonly image: string;
  /** Says which containers of the engine are ours: the `containers` of the store. */
  readonly containers: ContainerRepository;
  /** Names the engine, and what of it is this store's. */
  readonly placement: string;
  /** The `instanceId` of the service, where several use the engine: what a living one has is left alone. Absent: one process at a time. */
  readonly instanceId?: string;
  /** Holds the home folder of each workspace; the engine has to see it. Default: a new folder that is removed by `close`. */
  readonly dir?: string;
  /** Default `docker`; podman's command does as well. It finds its engine by itself (DOCKER_HOST, contexts). */
  readonly dockerPath?: string;
  /** Such as gVisor's `runsc`. Default: the engine's own. */
  readonly runtime?: string;
  /** The most processes and threads of a container; default 256. */
  readonly pidsLimit?: number;
  /** After this long without a command the containers of a workspace are removed; default 10 minutes. */
  readonly idleMs?: number;
  /** What workspaces with a network may reach, beside what their configs name. Default: public addresses, ports 80 and 443. */
  readonly network?: NetworkOptions;
  readonly logger?: Logger;
  /** What the reaper waits by. Default: the system's. */
  readonly clock?: Clock;
  /** What the docker command finds its engine by. Default: the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const IDLE_MS = 600_000;
const REAP_MS = 60_000;
const PIDS = 256;

/** A sandbox of containers. */
export interface DockerSandbox extends SandboxProvider {
  /** Runs a command in a container that has no record. Throws `sandbox_unavailable` with the reason; the store is not used. */
  check(): Promise<void>;
}

class DockerSandboxes implements DockerSandbox {
  readonly kind = "docker";
  private readonly places = new Map<string, { readonly place: DockerPlace; readonly form: string }>();
  private readonly left = new Map<string, LeftPlace>();
  private readonly logger: Logger;
  private readonly areas: WatchedAreas;
  private readonly clock: Clock;
  private readonly rows: ContainerRepository;
  private probing: Promise<Probed> | null = null;
  private probed: Probed | null = null;
  private engine: Engine | null = null;
  private refused = 0;
  private ownDir: string | null = null;
  private reaping = new AbortController();

  constructor(private readonly options: DockerSandboxOptions) {
    this.logger = options.logger ?? silentLogger;
    this.areas = new WatchedAreas(this.logger);
    this.clock = options.clock ?? systemClock;
    const { containers, instanceId } = options;
    this.rows = {
      claim: (placement, workspaceId) => containers.claim(placement, workspaceId, instanceId),
      list: (placement) => containers.list(placement, instanceId),
      release: (record) => containers.release(record),
    };
  }

  get capabilities(): SandboxCapabilities {
    const pty = this.probed?.hasTerminal ?? false;
    return { background: true, network: true, quota: true, stdin: true, pty, hostPath: true };
  }

  async check(): Promise<void> {
    this.probing ??= this.probe().catch((error: unknown) => {
      this.probing = null;
      throw error;
    });
    this.probed = await this.probing;
  }

  private async probe(): Promise<Probed> {
    const { image, placement, runtime = null } = this.options;
    const { pidsLimit = PIDS, idleMs = IDLE_MS, network = {} } = this.options;
    checkNetworkOptions(network);
    const environment = this.options.environment ?? process.env;
    const docker = new DockerCommand(this.options.dockerPath ?? "docker", environment);
    const given = {
      docker,
      defaults: { image, placement, runtime, pidsLimit, idleMs, network },
      logger: this.logger,
      dir: await this.makeDir(),
    };
    return probe(given).catch(async (error: unknown) => {
      throw await awayOr(error, docker);
    });
  }

  private async makeDir(): Promise<string> {
    if (this.options.dir === undefined) {
      this.ownDir ??= await realpath(await mkdtemp(join(tmpdir(), "workspace-agent-containers-")));
      return this.ownDir;
    }
    const dir = resolve(this.options.dir);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return realpath(dir);
  }

  async start(): Promise<void> {
    if (this.engine !== null) return;
    await this.check();
    if (this.probed === null) return;
    const { engine } = this.probed;
    for (const place of await adopt(engine, this.rows)) this.keepLeft(place);
    await reap(engine, this.rows, ({ workspaceId }) => this.left.has(workspaceId));
    this.engine = engine;
    this.reaping = new AbortController();
    void this.reapOnAndOn(engine, this.reaping.signal);
  }

  /** What was found again waits for its workspace as long as one that has just been used. */
  private keepLeft(place: LeftPlace): void {
    const { workspaceId } = place.record;
    this.left.set(workspaceId, place);
    const forget = () => {
      if (this.left.get(workspaceId) === place) this.left.delete(workspaceId);
    };
    setTimeout(forget, this.options.idleMs ?? IDLE_MS).unref();
  }

  private async reapOnAndOn(engine: Engine, signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.sleep(REAP_MS, signal);
      if (signal.aborted) return;
      try {
        await reap(engine, this.rows, ({ workspaceId }) => this.isLive(workspaceId));
      } catch (error) {
        this.logger.warn({ error }, "what was left of containers could not be looked for");
      }
    }
  }

  private isLive(workspaceId: string): boolean {
    return this.left.has(workspaceId) || this.places.get(workspaceId)?.place.isBusy === true;
  }

  async open(spec: SandboxSpec): Promise<Sandbox> {
    const { engine } = this;
    if (engine === null)
      throw new DomainError("sandbox_unavailable", "The container sandbox was not started.");
    checkSpec(spec);
    const { workspaceId } = spec;
    const before = this.places.get(workspaceId);
    const form = specForm(spec);
    if (before?.form === form) return before.place.open(spec.mounts);
    const takeLeft = () => {
      const left = this.left.get(workspaceId) ?? null;
      this.left.delete(workspaceId);
      return left;
    };
    const place = new DockerPlace(spec, {
      engine,
      rows: this.rows,
      clock: this.clock,
      areas: this.areas,
      takeLeft,
      onRefused: () => {
        this.refused++;
      },
    });
    this.places.set(workspaceId, { place, form });
    await before?.place.end();
    return place.open(spec.mounts);
  }

  state(workspaceId: string): "running" | "stopped" {
    return this.places.get(workspaceId)?.place.isRunning === true ? "running" : "stopped";
  }

  refusals(): number {
    return this.refused;
  }

  async remove(workspaceId: string): Promise<void> {
    const found = this.places.get(workspaceId);
    this.places.delete(workspaceId);
    await found?.place.remove();
    const left = this.left.get(workspaceId);
    this.left.delete(workspaceId);
    await left?.container.remove();
    const { engine } = this;
    if (engine === null || !isWorkspaceName(workspaceId)) return;
    await removeFolder(workspaceDir(engine, workspaceId));
  }

  async close(): Promise<void> {
    this.reaping.abort();
    const places = [...this.places.values()];
    this.places.clear();
    await Promise.all(places.map(({ place }) => place.end()));
    const left = [...this.left.values()];
    this.left.clear();
    await Promise.all(left.map(({ container }) => container.remove()));
    const { engine } = this;
    this.engine = null;
    this.probing = null;
    if (engine !== null && left.length > 0) await reap(engine, this.rows, () => false).catch(() => {});
    if (this.ownDir !== null) await removeFolder(this.ownDir);
    this.ownDir = null;
  }
}

/**
 * Commands in containers of a Docker engine, through its command line: without capabilities, on a read-only root file system, with limits of
 * memory, processors and processes, and without a network unless the workspace has one. `start` throws `sandbox_unavailable` with the reason
 * where that cannot be had.
 */
export function dockerSandbox(options: DockerSandboxOptions): DockerSandbox {
  return new DockerSandboxes(options);
}
