import { join } from "node:path";
import {
  ABORTED,
  describeNetwork,
  neverStarted,
  orAborted,
  sandboxLossOf,
  type CommandOptions,
  type ContainerRecord,
  type ContainerRepository,
  type SandboxMount,
  type SandboxSpec,
} from "@workspace-agent/core/ports";
import type { Clock } from "@workspace-agent/core";
import {
  SandboxInstance,
  workspaceDir,
  type DiskArea,
  type InstanceContext,
  type StartedCommand,
} from "@workspace-agent/sandbox-process";
import { scratchArea } from "@workspace-agent/volume-folder";
import { foldersOf, type BoundFolder } from "./bound-folders.ts";
import { formOf, type ContainerPlan } from "./container-arguments.ts";
import { Container } from "./container.ts";
import { Doubts } from "./doubts.ts";
import type { Engine } from "./engine.ts";
import { handOver, insideUser, makeHome } from "./inside-user.ts";
import { closedNetwork, openNetwork, type InstanceNetwork } from "./instance-network.ts";
import { containerName, volumeName } from "./names.ts";
import { reap, removeRecord, type AdoptedContainer } from "./orphaned-containers.ts";
import { beforeCommand } from "./refusals.ts";

/** The most containers beside the first and the current one that stay for mounts that may be used again. */
const MOST_OTHERS = 1;

/** The containers of one workspace, which share `/tmp`, the home folder and a network. */
interface Containers {
  readonly record: ContainerRecord;
  readonly first: Container;
  readonly network: InstanceNetwork;
  /** By their mounts, which a container cannot change. One that was replaced is there by its name until it is removed. */
  readonly byMounts: Map<string, Promise<Container>>;
  made: number;
}

interface InstanceParts {
  readonly engine: Engine;
  readonly rows: ContainerRepository;
  readonly clock: Clock;
  /** Returns the workspace's container of an earlier process, once. */
  readonly takeAdopted: () => AdoptedContainer | null;
}

const keyOf = (folders: readonly BoundFolder[]) => JSON.stringify(folders);

/** Runs the commands of a workspace in containers, which the first command makes. */
export class DockerInstance extends SandboxInstance {
  protected readonly description: string;
  private made: Promise<Containers> | null = null;
  /** The result of `made`, once it is there. */
  private current: Containers | null = null;
  private readonly doubts: Doubts;
  private disposing = 0;
  /** The last removal of containers. The next ones are made after it. */
  private removing: Promise<void> = Promise.resolve();
  /** Outlives the containers. */
  private readonly home: string;

  constructor(
    spec: SandboxSpec,
    context: InstanceContext,
    private readonly parts: InstanceParts,
  ) {
    super(spec, context);
    const { dir, docker, defaults } = parts.engine;
    this.home = join(workspaceDir(dir, spec.workspaceId), "home");
    this.doubts = new Doubts(docker, parts.clock);
    this.description = `Commands run in a Linux container, as an ordinary user, with the programs of its image. /tmp is memory. ${describeNetwork(spec.network, defaults.network.ports)}`;
  }

  get isRunning(): boolean {
    return this.made !== null && this.current?.first.isGone !== true;
  }

  /** It has containers, or makes or removes some. */
  get isBusy(): boolean {
    return this.isRunning || this.disposing > 0;
  }

  protected async begin(options: CommandOptions, mounts: readonly SandboxMount[]): Promise<StartedCommand> {
    const started = await this.doubts.during(() => this.started(options, mounts));
    return started === ABORTED ? neverStarted() : started;
  }

  /** A container that has ended since its last use is replaced, once; not for a command that may have started in it. */
  private async started(
    options: CommandOptions,
    mounts: readonly SandboxMount[],
  ): Promise<StartedCommand | typeof ABORTED> {
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
      const making = (this.made ??= this.make(folders));
      const made = await making.catch((error: unknown) => {
        if (this.made === making) this.made = null;
        throw error;
      });
      this.current = made;
      if (!made.first.isGone) return this.withMounts(made, folders);
      if (this.made === making) {
        this.made = null;
        this.current = null;
        await this.dispose(made);
      }
    }
  }

  protected override scratch(): readonly DiskArea[] {
    const { dir } = this.parts.engine;
    const own = workspaceDir(dir, this.spec.workspaceId);
    return [scratchArea("the home folder", own, [this.home], this.spec.diskMb)];
  }

  private async make(folders: readonly BoundFolder[]): Promise<Containers> {
    const { engine, rows, takeAdopted } = this.parts;
    // Its failure is reported by whoever stopped them.
    await this.removing.catch(() => {});
    const user = await insideUser(engine, folders);
    await handOver(folders, user);
    await makeHome(this.home, user);
    const adopted = takeAdopted();
    if (adopted !== null) {
      const plan = await this.plan(adopted.record, 1, folders, closedNetwork);
      if (this.spec.network === "none" && formOf(plan) === adopted.form && !adopted.container.isGone)
        return this.containers(adopted.record, adopted.container, folders, closedNetwork);
      await adopted.container.remove();
    }
    const record = await rows.claim(engine.defaults.placement, this.spec.workspaceId);
    // An engine that was away may still run containers of an older epoch.
    if (record.epoch > 1) await reap(engine, rows, () => true);
    const network = await openNetwork(this.spec.network, engine.defaults.network, this.refuse);
    try {
      const first = await Container.create(engine, await this.plan(record, 1, folders, network));
      await network.join(engine, first.name);
      return this.containers(record, first, folders, network);
    } catch (error) {
      await network.close();
      await removeRecord(engine, rows, record, [containerName(record, 1)]);
      throw error;
    }
  }

  private containers(
    record: ContainerRecord,
    first: Container,
    folders: readonly BoundFolder[],
    network: InstanceNetwork,
  ): Containers {
    return { record, first, network, byMounts: new Map([[keyOf(folders), Promise.resolve(first)]]), made: 1 };
  }

  /** The container with exactly these mounts, made beside the others where there is none. */
  private async withMounts(all: Containers, folders: readonly BoundFolder[]): Promise<Container> {
    const key = keyOf(folders);
    const known = all.byMounts.get(key);
    const found = await known;
    if (found !== undefined && !found.isGone) return found;
    // Another command makes it already.
    if (all.byMounts.get(key) !== known) return this.withMounts(all, folders);
    // Commands may run in it, and the engine tells why it ended.
    if (found !== undefined) all.byMounts.set(found.name, Promise.resolve(found));
    const making = this.plan(all.record, ++all.made, folders, all.network, all.first.name).then((plan) =>
      Container.create(this.parts.engine, plan),
    );
    all.byMounts.set(key, making);
    making.catch(() => all.byMounts.delete(key));
    const container = await making;
    await this.removeOthers(all, container);
    return container;
  }

  private async removeOthers(all: Containers, wanted: Container): Promise<void> {
    const others: { key: string; making: Promise<Container>; container: Container }[] = [];
    for (const [key, making] of all.byMounts) {
      const container = await making.catch(() => null);
      if (container !== null && container !== all.first && container !== wanted)
        others.push({ key, making, container });
    }
    const gone = others.filter(({ container }) => container.isGone);
    const usable = others.filter(({ container }) => !container.isGone);
    for (const { key, making, container } of [...gone, ...usable.slice(0, -MOST_OTHERS)]) {
      // Another command may have replaced it meanwhile.
      if (!container.isIdle || all.byMounts.get(key) !== making) continue;
      all.byMounts.delete(key);
      await container.remove();
    }
  }

  private async plan(
    record: ContainerRecord,
    number: number,
    folders: readonly BoundFolder[],
    network: InstanceNetwork,
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
      home: this.home,
      tmp: volumeName(record),
      memoryMb,
      cpus,
      network: first === undefined ? "none" : `container:${first}`,
      environment: network.environment,
    };
  }

  protected async stop(): Promise<void> {
    const { made } = this;
    // The next command is none of them.
    const killPresent = this.commands.killPresent();
    this.made = null;
    this.current = null;
    this.removing = this.removeMade(made);
    await this.removing;
    await killPresent();
  }

  private async removeMade(made: Promise<Containers> | null): Promise<void> {
    const containers = await made?.catch(() => null);
    if (containers !== null && containers !== undefined) await this.dispose(containers);
  }

  private async dispose({ record, byMounts, network }: Containers): Promise<void> {
    const { engine, rows } = this.parts;
    this.disposing++;
    try {
      const made = await Promise.all([...byMounts.values()].map((making) => making.catch(() => null)));
      const containers = made.filter((container) => container !== null);
      await Promise.all(containers.map((container) => container.remove()));
      await network.close();
      // A container that could not be removed needs its record, by which it is reaped later.
      if (containers.every(({ isRemoved }) => isRemoved)) await removeRecord(engine, rows, record, []);
    } finally {
      this.disposing--;
    }
  }
}
