import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  describeNetwork,
  type Sandbox,
  type SandboxCapabilities,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import { DomainError, silentLogger, type Logger, type SandboxProvider } from "@workspace-agent/core";
import type { NetworkOptions } from "@workspace-agent/egress";
import { type Place, removeFolder, WatchedAreas } from "@workspace-agent/sandbox-place";
import { ConfinedPlace } from "./confined-place.ts";
import type { Warden } from "./left-commands.ts";
import { describeLimits } from "./limits/place-limits.ts";
import { PlaceNetwork } from "./network/place-network.ts";
import { NamedPipes } from "./named-pipes.ts";
import { makeOwnFolder, type OwnFolder } from "./own-folder.ts";
import { PlainPlace } from "./plain-place.ts";
import { PlainShell } from "./plain-shell.ts";
import { findEngine } from "./probe.ts";
import { checkMounts } from "./protected-paths.ts";
import { findProgram } from "./programs.ts";
import { findTerminal } from "./terminal.ts";

export interface LocalSandboxOptions {
  /** Holds `/tmp` and the home folder of each workspace. Default: a new folder that is removed by `close`. */
  readonly dir?: string;
  /** `none` runs commands as plain processes of this host, with all that its user may do. Default `bubblewrap`. */
  readonly isolation?: "bubblewrap" | "none";
  /** Default: looked for in PATH. */
  readonly bwrapPath?: string;
  readonly logger?: Logger;
  /** After this long without a command a workspace's namespaces are given up; default 10 minutes. */
  readonly idleMs?: number;
  /** Paths of the host that commands may read, beside /usr. */
  readonly extraReadOnlyPaths?: readonly string[];
  /**
   * Paths of the host that commands must never see, such as where the service keeps its database and its keys: `start` and `open` throw
   * where they would. `dir` is always one of them. A workspace's own folder may be in one.
   */
  readonly protectedPaths?: readonly string[];
  /** What workspaces with a network may reach, beside what their configs name. */
  readonly network?: NetworkOptions;
}

const IDLE_MS = 600_000;

function check(spec: SandboxSpec, hasNetwork: boolean): void {
  const refuse = (reason: string) => new DomainError("sandbox_unavailable", reason);
  if (spec.image !== null) throw refuse("The local sandbox has no images.");
  if (spec.network !== "none" && !hasNetwork)
    throw refuse("Without isolation the network of commands cannot be bounded.");
  const foreign = spec.mounts.find(({ volume }) => volume.hostPath === undefined);
  if (foreign !== undefined) throw refuse(`The volume at ${foreign.target} is no folder of this host.`);
}

const isFolderName = (workspaceId: string) => /^[A-Za-z0-9_-]{1,128}$/.test(workspaceId);

/** What makes one spec another: a place of another form takes the first one's place. */
function formOf({ mounts, cpus, memoryMb, diskMb, network }: SandboxSpec): string {
  return JSON.stringify([
    mounts
      .filter(({ isExchangeable = false }) => !isExchangeable)
      .map(({ target, volume, access }) => [target, volume.hostPath, access]),
    cpus,
    memoryMb,
    diskMb,
    network,
  ]);
}

class LocalSandboxes implements SandboxProvider {
  readonly kind = "local";
  private hasTerminal = false;
  private refused = 0;
  private readonly places = new Map<string, { readonly place: Place; readonly form: string }>();
  private readonly logger: Logger;
  private readonly areas: WatchedAreas;
  private ownDir: string | null = null;
  private makePlace: ((spec: SandboxSpec) => Place) | null = null;
  private folder: OwnFolder | null = null;
  private protectedPaths: readonly string[] = [];
  private warden: Warden | null = null;
  private shell: PlainShell | null = null;
  /** Folders are removed also for workspaces that this process never opened. */
  private dirOf: ((workspaceId: string) => string) | null = null;

  constructor(private readonly options: LocalSandboxOptions) {
    this.logger = options.logger ?? silentLogger;
    this.areas = new WatchedAreas(this.logger);
  }

  get capabilities(): SandboxCapabilities {
    const pty = this.hasTerminal;
    const network = this.options.isolation !== "none";
    return { background: true, network, quota: true, stdin: true, pty, hostPath: true };
  }

  async start(): Promise<void> {
    if (this.makePlace !== null) return;
    if (this.options.isolation === "none") {
      this.logger.warn({}, "commands run without isolation: they can do all that this process can");
      const terminal = await findTerminal();
      this.hasTerminal = terminal !== null;
      const mkfifo = process.platform === "linux" ? await findProgram("mkfifo") : null;
      if (mkfifo !== null) this.folder = await makeOwnFolder(await this.makeDir(), mkfifo);
      const shell =
        mkfifo === null || this.folder === null
          ? null
          : new PlainShell(new NamedPipes(mkfifo, this.folder.path));
      this.shell = shell;
      this.makePlace = (spec) => new PlainPlace(spec, this.logger, terminal, shell, this.areas);
      return;
    }
    if (this.options.network !== undefined)
      (await import("@workspace-agent/egress")).checkNetworkOptions(this.options.network);
    const dir = await this.makeDir();
    const engine = await findEngine({
      dir,
      extraReadOnlyPaths: this.options.extraReadOnlyPaths ?? [],
      protectedPaths: this.options.protectedPaths ?? [],
      ...(this.options.bwrapPath !== undefined && { bwrapPath: this.options.bwrapPath }),
    });
    const idleMs = this.options.idleMs ?? IDLE_MS;
    const dirOf = (workspaceId: string) => join(dir, "workspaces", workspaceId);
    this.dirOf = dirOf;
    this.folder = engine.folder;
    this.protectedPaths = engine.protectedPaths;
    this.warden = engine.warden;
    this.hasTerminal = engine.terminal !== null;
    this.logger.info({}, describeLimits(engine.hierarchy));
    this.makePlace = (spec) =>
      new ConfinedPlace(
        engine,
        spec,
        this.logger,
        dirOf(spec.workspaceId),
        idleMs,
        this.networkOf(spec, engine.nsenter),
        describeNetwork(spec.network, this.options.network?.ports),
        this.areas,
      );
  }

  private networkOf({ network }: SandboxSpec, nsenter: string): PlaceNetwork | null {
    if (network === "none") return null;
    return new PlaceNetwork(network, this.options.network ?? {}, nsenter, () => this.refused++);
  }

  refusals(): number {
    return this.refused;
  }

  private async makeDir(): Promise<string> {
    if (this.options.dir === undefined) {
      this.ownDir ??= await mkdtemp(join(tmpdir(), "workspace-agent-sandboxes-"));
      return this.ownDir;
    }
    const dir = resolve(this.options.dir);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    return dir;
  }

  async open(spec: SandboxSpec): Promise<Sandbox> {
    if (this.makePlace === null)
      throw new DomainError("sandbox_unavailable", "The local sandbox was not started.");
    if (!isFolderName(spec.workspaceId))
      throw new DomainError("sandbox_unavailable", "The workspace's id is no folder name.");
    check(spec, this.capabilities.network);
    checkMounts(spec.mounts, this.protectedPaths);
    const before = this.places.get(spec.workspaceId);
    const form = formOf(spec);
    if (before?.form === form) return before.place.open(spec.mounts);
    const place = this.makePlace(spec);
    this.places.set(spec.workspaceId, { place, form });
    await before?.place.end();
    return place.open(spec.mounts);
  }

  state(workspaceId: string): "running" | "stopped" {
    return this.places.get(workspaceId)?.place.isRunning === true ? "running" : "stopped";
  }

  async remove(workspaceId: string): Promise<void> {
    const found = this.places.get(workspaceId);
    this.places.delete(workspaceId);
    await found?.place.remove();
    const dir = isFolderName(workspaceId) ? this.dirOf?.(workspaceId) : undefined;
    if (dir !== undefined) await removeFolder(dir);
  }

  async close(): Promise<void> {
    const places = [...this.places.values()];
    this.places.clear();
    await Promise.all(places.map(({ place }) => place.end()));
    await this.shell?.close();
    this.shell = null;
    await this.warden?.stop();
    this.warden = null;
    await this.folder?.remove();
    this.folder = null;
    if (this.ownDir !== null) await removeFolder(this.ownDir);
    this.ownDir = null;
    this.makePlace = null;
    this.dirOf = null;
  }
}

/**
 * Commands on this host, each in a bubblewrap of its own: no network but what a config names, no host file outside of its mounts, no host environment. `start`
 * throws `sandbox_unavailable` where that cannot be had, unless `isolation: "none"` was asked for in so many words.
 */
export function localSandbox(options: LocalSandboxOptions = {}): SandboxProvider {
  return new LocalSandboxes(options);
}
