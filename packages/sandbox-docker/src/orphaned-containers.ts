import type { ContainerRecord, ContainerRepository } from "@workspace-agent/core/ports";
import { LABELS } from "./container-arguments.ts";
import { Container, removeContainer } from "./container.ts";
import type { Engine, InsideUser } from "./engine.ts";
import { containerName, volumeName } from "./names.ts";
import { isAbsent } from "./refusals.ts";

/** A container of this placement, as the engine lists it. */
interface Listed {
  readonly name: string;
  readonly isRunning: boolean;
  readonly workspaceId: string;
  readonly epoch: number;
  readonly form: string;
  readonly user: InsideUser;
}

const FORMAT = [
  "{{.Name}}",
  "{{.State.Running}}",
  ...[LABELS.workspace, LABELS.epoch, LABELS.form, LABELS.user].map(
    (label) => `{{index .Config.Labels "${label}"}}`,
  ),
].join("\t");

/** How often the containers are listed while others remove some, which fails the inspection of all. */
const ATTEMPTS = 5;

/** Describes each container of this placement in a line, by `FORMAT`. */
async function inspected({ docker, defaults }: Engine): Promise<readonly string[]> {
  const filter = `label=${LABELS.placement}=${defaults.placement}`;
  for (let attempt = 1; ; attempt++) {
    const ids = await docker.run(["ps", "--all", "--quiet", "--filter", filter]);
    if (ids === "") return [];
    try {
      return (await docker.run(["inspect", "--format", FORMAT, ...ids.split("\n")])).split("\n");
    } catch (error) {
      if (!isAbsent(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** All containers of this placement, with and without a record. */
async function listed(engine: Engine): Promise<readonly Listed[]> {
  return (await inspected(engine)).flatMap((line) => {
    const [name, running, workspaceId, epoch, form = "", user = ""] = line.split("\t");
    if (name === undefined || workspaceId === undefined || epoch === undefined) return [];
    const [uid, gid] = user.split(":").map(Number);
    return [
      {
        name: name.replace(/^\//, ""),
        isRunning: running === "true",
        workspaceId,
        epoch: Number(epoch),
        form,
        user: { uid: uid ?? Number.NaN, gid: gid ?? Number.NaN },
      },
    ];
  });
}

/** A container that an earlier process left. Its commands were ended. */
export interface AdoptedContainer {
  readonly record: ContainerRecord;
  readonly container: Container;
  readonly form: string;
}

const removingVolume = (record: ContainerRecord) => ["volume", "rm", "--force", volumeName(record)];

/** Removes containers, their volume of `/tmp`, and then the record. The record stays where the engine did not remove them. */
export async function removeRecord(
  engine: Engine,
  rows: ContainerRepository,
  record: ContainerRecord,
  names: readonly string[],
): Promise<void> {
  const removed = await Promise.all(names.map((name) => removeContainer(engine, name)));
  if (!removed.every(Boolean)) return;
  const isVolumeGone = await engine.docker.removed(removingVolume(record), (error) => {
    engine.logger.warn({ error }, "the volume of a container could not be removed");
  });
  if (isVolumeGone) await rows.release(record);
}

/**
 * Removes the containers of records: those of older epochs, and all of records that are not `isLive`. Containers without a record are never
 * touched.
 */
export async function reap(
  engine: Engine,
  rows: ContainerRepository,
  isLive: (record: ContainerRecord) => boolean,
): Promise<void> {
  const records = await rows.list(engine.defaults.placement);
  if (records.length === 0) return;
  const containers = await listed(engine);
  for (const record of records) {
    const its = containers.filter(({ workspaceId }) => workspaceId === record.workspaceId);
    for (const { name, epoch } of its) {
      if (epoch >= record.epoch) continue;
      await removeContainer(engine, name);
      await engine.docker.removed(removingVolume({ ...record, epoch }));
    }
    if (isLive(record)) continue;
    const names = its.filter(({ epoch }) => epoch === record.epoch).map(({ name }) => name);
    await removeRecord(engine, rows, record, names);
  }
}

/** Adopts the first container of each record that still runs. Ends what runs in it, and removes the record's other containers. */
export async function adopt(engine: Engine, rows: ContainerRepository): Promise<readonly AdoptedContainer[]> {
  const records = await rows.list(engine.defaults.placement);
  if (records.length === 0) return [];
  const containers = await listed(engine);
  const adopted = await Promise.all(
    records.map(async (record) => {
      const its = containers.filter(
        ({ workspaceId, epoch }) => workspaceId === record.workspaceId && epoch === record.epoch,
      );
      const first = its.find(({ name, isRunning }) => isRunning && name === containerName(record, 1));
      if (first === undefined) return null;
      for (const { name } of its) if (name !== first.name) await removeContainer(engine, name);
      const container = await Container.adopt(engine, first.name, first.user);
      return container === null ? null : { record, container, form: first.form };
    }),
  );
  return adopted.filter((container) => container !== null);
}
