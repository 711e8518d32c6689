import { join } from "node:path";
import {
  sandboxLossOf,
  type CommandOptions,
  type ContainerRecord,
  type ContainerRepository,
  type NetworkRefusal,
  type SandboxMount,
  type SandboxProcess,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import type { Clock } from "@workspace-agent/core";
import { Refusals } from "@workspace-agent/egress";
import {
  IdleTimer,
  neverStarted,
  Place,
  removeFolder,
  type DiskArea,
  type WatchedAreas,
} from "@workspace-agent/sandbox-place";
import { scratchArea } from "@workspace-agent/volume-folder";
import { foldersOf, type BoundFolder } from "./bound-folders.ts";
import { formOf, type ContainerPlan } from "./container-arguments.ts";
import { Container } from "./container.ts";
import { descriptionOf } from "./description.ts";
import { Doubts } from "./doubts.ts";
import type { Engine } from "./engine.ts";
import { handOver, insideUser, makeHome } from "./inside-user.ts";
import { reap, removePlace, type LeftPlace } from "./left-containers.ts";
import { containerName, volumeName } from "./names.ts";
import { closedNetwork, type PlaceNetwork } from "./network.ts";
import { makeNetwork } from "./networks.ts";
import { beforeCommand } from "./not-started.ts";
import { ABORTED, orAborted } from "./or-aborted.ts";

/** Containers beside the first that are kept for mounts that may be asked for again. */
const MOST_OTHERS = 2;

/** The containers of one workspace, which share `/tmp`, the home folder and a network. */
interface Containers {
  readonly record: ContainerRecord;
  readonly first: Container;
  readonly network: PlaceNetwork;
  /** By the mounts that they have: a container cannot change its own. */
  readonly byMounts: Map<string, Promise<Container>>;
  made: number;
}

/** What a place is given beside its spec. */
export interface PlaceParts {
  readonly engine: Engine;
  readonly rows: ContainerRepository;
  readonly clock: Clock;
  /** Of the provider. */
  readonly areas: WatchedAreas;
  /** Told of each connection that was refused. */
  readonly onRefused: () => void;
  /** What another process left of this workspace; given once. */
  readonly takeLeft: () => LeftPlace | null;
}

/** Where what outlives the containers of a workspace is kept. */
export const workspaceDir = ({ dir }: Engine, workspaceId: string) => join(dir, "workspaces", workspaceId);

const keyOf = (folders: readonly BoundFolder[]) => JSON.stringify(folders);

/** The place of one workspace: its containers while it is in use, made by the first command. */
export class DockerPlace extends Place {
  protected readonly description: string;
  private held: Promise<Containers> | null = null;
  /** Of `held`, as soon as it is made. */
  private current: Containers | null = null;
  private readonly refusals = new Refusals();
  private readonly doubts: Doubts;
  private disposing = 0;
  private readonly idle: IdleTimer;

  constructor(
    spec: SandboxSpec,
    private readonly parts: PlaceParts,
  ) {
    super(spec, parts.engine.logger, parts.areas);
    const giveUp = () => {
      this.stop().catch((error: unknown) => {
        this.logger.error({ error }, "the containers of a workspace could not be given up");
      });
    };
    this.idle = new IdleTimer(parts.engine.defaults.idleMs, () => !this.commands.isEmpty, giveUp);
    this.doubts = new Doubts(parts.engine.docker, parts.clock);
    this.description = descriptionOf(spec.network, parts.engine.defaults.network.ports);
  }

  /** What of the workspace outlives its containers: the home folder. */
  private get dir(): string {
    return workspaceDir(this.parts.engine, this.spec.workspaceId);
  }

  get isRunning(): boolean {
    return this.held !== null && this.current?.first.isGone !== true;
  }

  /** It has containers, or is making or removing some. */
  get isBusy(): boolean {
    return this.isRunning || this.disposing > 0;
  }

  protected async begin(options: CommandOptions, mounts: readonly SandboxMount[]): Promise<SandboxProcess> {
    this.idle.keepAwake();
    try {
      const started = await this.doubts.during(() => this.started(options, mounts));
      if (started === ABORTED) await options.stdin?.cancel();
      const process = started === ABORTED ? neverStarted() : started;
      const sleep = () => this.idle.sleepSoon();
      process.wait().then(sleep, sleep);
      return process;
    } catch (error) {
      this.idle.sleepSoon();
      throw error;
    }
  }

  /** A container that has ended since it was last used is replaced, once; not for a command that may have begun in it. */
  private async started(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
  ): Promise<SandboxProcess | typeof ABORTED> {
    const ready = () => orAborted(beforeCommand(this.containerFor(mounts)), options.abortSignal);
    const container = await ready();
    if (container === ABORTED) return ABORTED;
    try {
      return await container.start(options);
    } catch (error) {
      if (!container.isGone || sandboxLossOf(error) !== "not_started") throw error;
      const another = await ready();
      return another === ABORTED ? ABORTED : await another.start(options);
    }
  }

  private async containerFor(mounts: readonly SandboxMount[]): Promise<Container> {
    const folders = await foldersOf(mounts);
    for (;;) {
      const asked = (this.held ??= this.make(folders));
      const held = await asked.catch((error: unknown) => {
        if (this.held === asked) this.held = null;
        throw error;
      });
      this.current = held;
      if (!held.first.isGone) return this.withMounts(held, folders);
      if (this.held === asked) {
        this.held = null;
        this.current = null;
        await this.dispose(held);
      }
    }
  }

  protected override scratch(): readonly DiskArea[] {
    return [scratchArea("the home folder", this.dir, [join(this.dir, "home")], this.spec.diskMb)];
  }

  protected override takeRefusals(): readonly NetworkRefusal[] {
    return this.refusals.take();
  }

  private refused(refusal: NetworkRefusal): void {
    this.refusals.add(refusal);
    this.parts.onRefused();
  }

  private async make(folders: readonly BoundFolder[]): Promise<Containers> {
    const { engine, rows, takeLeft } = this.parts;
    const user = await insideUser(engine, folders);
    await handOver(folders, user);
    await makeHome(join(this.dir, "home"), user);
    const left = takeLeft();
    if (left !== null) {
      const plan = await this.plan(left.record, 1, folders, closedNetwork);
      if (this.spec.network === "none" && formOf(plan) === left.form && !left.container.isGone)
        return this.containers(left.record, left.container, folders, closedNetwork);
      await left.container.remove();
    }
    const record = await rows.claim(engine.defaults.placement, this.spec.workspaceId);
    // An engine that was away may still have what an older epoch left: its commands must not run beside the new ones.
    if (record.epoch > 1) await reap(engine, rows, () => true);
    const network = await makeNetwork(this.spec.network, engine.defaults.network, (refusal) =>
      this.refused(refusal),
    );
    try {
      const first = await Container.create(engine, await this.plan(record, 1, folders, network));
      await network.join(engine, first.name);
      return this.containers(record, first, folders, network);
    } catch (error) {
      await network.close();
      await removePlace(engine, rows, record, [containerName(record, 1)]);
      throw error;
    }
  }

  private containers(
    record: ContainerRecord,
    first: Container,
    folders: readonly BoundFolder[],
    network: PlaceNetwork,
  ): Containers {
    return { record, first, network, byMounts: new Map([[keyOf(folders), Promise.resolve(first)]]), made: 1 };
  }

  /** The container that has just these mounts, made beside the others where there is none. */
  private async withMounts(held: Containers, folders: readonly BoundFolder[]): Promise<Container> {
    const key = keyOf(folders);
    const known = await held.byMounts.get(key);
    if (known !== undefined && !known.isGone) return known;
    const making = this.plan(held.record, ++held.made, folders, held.network, held.first.name).then((plan) =>
      Container.create(this.parts.engine, plan),
    );
    held.byMounts.set(key, making);
    making.catch(() => held.byMounts.delete(key));
    const made = await making;
    await this.forgetOthers(held, made);
    return made;
  }

  private async forgetOthers(held: Containers, wanted: Container): Promise<void> {
    const others: [string, Container][] = [];
    for (const [key, making] of held.byMounts) {
      const container = await making.catch(() => null);
      if (container !== null && container !== held.first && container !== wanted)
        others.push([key, container]);
    }
    for (const [key, container] of others.slice(0, -MOST_OTHERS)) {
      if (!container.isIdle) continue;
      held.byMounts.delete(key);
      await container.remove();
    }
  }

  private async plan(
    record: ContainerRecord,
    number: number,
    folders: readonly BoundFolder[],
    network: PlaceNetwork,
    first?: string,
  ): Promise<ContainerPlan> {
    const { engine } = this.parts;
    const { image, memoryMb, cpus, workspaceId } = this.spec;
    return {
      name: containerName(record, number),
      workspaceId,
      epoch: record.epoch,
      image: image ?? engine.defaults.image,
      user: await insideUser(engine, folders),
      folders: [...folders, ...network.folders],
      home: join(this.dir, "home"),
      tmp: volumeName(record),
      memoryMb,
      cpus,
      network: first === undefined ? network.mode : `container:${first}`,
      environment: network.environment,
    };
  }

  /** Ends all commands and gives the containers up; the next command makes new ones. */
  protected async stop(): Promise<void> {
    this.idle.keepAwake();
    const held = this.held;
    this.held = null;
    this.current = null;
    const containers = await held?.catch(() => null);
    if (containers !== null && containers !== undefined) await this.dispose(containers);
    await this.commands.killAll();
    this.idle.keepAwake();
  }

  private async dispose(containers: Containers): Promise<void> {
    this.disposing++;
    try {
      await this.disposeNow(containers);
    } finally {
      this.disposing--;
    }
  }

  private async disposeNow({ record, byMounts, network }: Containers): Promise<void> {
    const { engine, rows } = this.parts;
    const made = await Promise.all([...byMounts.values()].map((making) => making.catch(() => null)));
    const containers = made.filter((container) => container !== null);
    await Promise.all(containers.map((container) => container.remove()));
    await network.close();
    // One that could not be removed keeps its record, by which it is reaped.
    if (containers.every(({ isRemoved }) => isRemoved)) await removePlace(engine, rows, record, []);
  }

  async remove(): Promise<void> {
    await this.end();
    await removeFolder(this.dir);
  }
}
