import { realpath } from "node:fs/promises";
import { systemClock, type Clock, type SandboxProvider } from "@workspace-agent/core";
import {
  sandboxUnavailable,
  type ContainerRepository,
  type SandboxCapabilities,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import { ProcessSandboxes, type ProcessSandboxOptions } from "@workspace-agent/sandbox-process";
import { checkNetworkOptions, type NetworkOptions } from "@workspace-agent/sandbox-process/egress";
import { removeFolder } from "@workspace-agent/volume-folder";
import { DockerCommand } from "./docker-command.ts";
import { DockerInstance } from "./docker-instance.ts";
import { awayOr } from "./doubts.ts";
import type { Engine } from "./engine.ts";
import { adopt, reap, type AdoptedContainer } from "./orphaned-containers.ts";
import { probe, type Probed } from "./probe.ts";

export interface DockerSandboxOptions extends ProcessSandboxOptions {
  /** The image of workspaces that name none. Never pulled. Needs bash, coreutils, and `script` for terminals. */
  readonly image: string;
  /** The store's records of containers (`store.containers`). A container without a record is never touched. */
  readonly containers: ContainerRepository;
  /** Names the engine, and this store's part of it. */
  readonly placement: string;
  /** The `instanceId` of the service, where several use the engine: containers of a living one are left alone. Absent: one process at a time. */
  readonly instanceId?: string;
  /** Holds the home folder of each workspace; the engine must see it. Default: a new folder that `close` removes. */
  readonly dir?: string;
  /** Default `docker`; podman's command works as well. It finds its engine itself (DOCKER_HOST, contexts). */
  readonly dockerPath?: string;
  /** Such as gVisor's `runsc`. Default: the engine's own. */
  readonly runtime?: string;
  /** The most processes and threads of a container; default 256. */
  readonly pidsLimit?: number;
  /** After this long without a command the containers of a workspace are removed; default 10 minutes. */
  readonly idleMs?: number;
  /** What workspaces with a network may reach, beside the hosts that their configs name. Default: public addresses, ports 80 and 443. */
  readonly network?: NetworkOptions;
  /** The clock of the reaper. Default: the system's. */
  readonly clock?: Clock;
  /** The environment in which the docker command finds its engine. Default: the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const REAP_MS = 60_000;
const PIDS = 256;

/** A name, a tag or a digest; never something that the command line could read as an option. */
const IMAGE = /^[a-z0-9][A-Za-z0-9._:/@-]{0,254}$/;

/** A sandbox of containers. */
export interface DockerSandbox extends SandboxProvider {
  /** Runs a command in a container that has no record. Throws `sandbox_unavailable` with the reason; the store is not used. */
  check(): Promise<void>;
}

class DockerSandboxes extends ProcessSandboxes<DockerInstance> implements DockerSandbox {
  readonly kind = "docker";
  private readonly adopted = new Map<string, AdoptedContainer>();
  private readonly clock: Clock;
  private readonly rows: ContainerRepository;
  private probing: Promise<Probed> | null = null;
  private probed: Probed | null = null;
  private engine: Engine | null = null;
  private reaping = new AbortController();

  constructor(private readonly options: DockerSandboxOptions) {
    super(options, removeFolder);
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
    const { image, placement, runtime = null, pidsLimit = PIDS, network = {} } = this.options;
    checkNetworkOptions(network);
    const environment = this.options.environment ?? process.env;
    const docker = new DockerCommand(this.options.dockerPath ?? "docker", environment);
    const given = {
      docker,
      defaults: { image, placement, runtime, pidsLimit, network },
      logger: this.context.logger,
      dir: await realpath(await this.makeDir()),
    };
    return probe(given).catch(async (error: unknown) => {
      throw await awayOr(error, docker);
    });
  }

  async start(): Promise<void> {
    if (this.engine !== null) return;
    await this.check();
    if (this.probed === null) return;
    const { engine } = this.probed;
    for (const container of await adopt(engine, this.rows)) this.keepAdopted(container);
    await reap(engine, this.rows, ({ workspaceId }) => this.adopted.has(workspaceId));
    this.engine = engine;
    this.reaping = new AbortController();
    void this.reapPeriodically(engine, this.reaping.signal);
  }

  /** An adopted container waits for its workspace as long as one that was just used. */
  private keepAdopted(container: AdoptedContainer): void {
    const { workspaceId } = container.record;
    this.adopted.set(workspaceId, container);
    const forget = () => {
      if (this.adopted.get(workspaceId) === container) this.adopted.delete(workspaceId);
    };
    setTimeout(forget, this.context.idleMs).unref();
  }

  private takeAdopted(workspaceId: string): AdoptedContainer | null {
    const container = this.adopted.get(workspaceId) ?? null;
    this.adopted.delete(workspaceId);
    return container;
  }

  private async reapPeriodically(engine: Engine, signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.sleep(REAP_MS, signal);
      if (signal.aborted) return;
      try {
        await reap(engine, this.rows, ({ workspaceId }) => this.isLive(workspaceId));
      } catch (error) {
        engine.logger.warn({ error }, "orphaned containers could not be listed");
      }
    }
  }

  private isLive(workspaceId: string): boolean {
    return this.adopted.has(workspaceId) || this.instanceOf(workspaceId)?.isBusy === true;
  }

  protected prepare(spec: SandboxSpec): () => DockerInstance {
    const { engine, rows, clock } = this;
    const { workspaceId, image } = spec;
    if (engine === null)
      throw sandboxUnavailable("The container sandbox was not started. Call `start` first.");
    if (image !== null && !IMAGE.test(image))
      throw sandboxUnavailable(`${JSON.stringify(image)} is not a valid image name.`);
    const takeAdopted = () => this.takeAdopted(workspaceId);
    return () => new DockerInstance(spec, this.context, { engine, rows, clock, takeAdopted });
  }

  override async remove(workspaceId: string): Promise<void> {
    await this.takeAdopted(workspaceId)?.container.remove();
    await super.remove(workspaceId);
  }

  async close(): Promise<void> {
    this.reaping.abort();
    await this.endAll();
    const adopted = [...this.adopted.values()];
    this.adopted.clear();
    await Promise.all(adopted.map(({ container }) => container.remove()));
    const { engine } = this;
    this.engine = null;
    this.probing = null;
    if (engine !== null && adopted.length > 0) await reap(engine, this.rows, () => false).catch(() => {});
    await this.removeDir();
  }
}

/**
 * Commands in containers of a Docker engine, through its command line: without capabilities, on a read-only root file system, with limits of
 * memory, processors and processes, and without a network unless the workspace has one. `start` throws `sandbox_unavailable` with the reason
 * where that is impossible.
 */
export function dockerSandbox(options: DockerSandboxOptions): DockerSandbox {
  return new DockerSandboxes(options);
}
