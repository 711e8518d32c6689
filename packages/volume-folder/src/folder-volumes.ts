import { join, resolve } from "node:path";
import { silentLogger, systemClock } from "@workspace-agent/core";
import type { Clock, Logger } from "@workspace-agent/core";
import {
  pathSegments,
  type CompleteVolume,
  type CompleteVolumeProvider,
  type Volume,
  type VolumeQuota,
} from "@workspace-agent/core/ports";
import { VolumeThreads } from "./threads/volume-threads.ts";
import type { VolumeContext } from "./context.ts";
import { chooseAccess } from "./directories/choose-access.ts";
import { Flushes } from "./directories/flushes.ts";
import { makeDirectories, type Owner, type VolumeRoot } from "./directories/descend.ts";
import type { DirectoryAccess } from "./directories/held-directory.ts";
import { isOpenFolder, unlockRoot } from "./directories/unlock.ts";
import { procAccess } from "./directories/proc-access.ts";
import { checkFolderPath } from "./entries/temporary-names.ts";
import { FolderVolume } from "./folder-volume.ts";
import { Folders } from "./folders.ts";
import { folderObjects } from "./objects/folder-objects.ts";
import { checkSpace } from "./quota/check-space.ts";
import { STALE_MS } from "./removing/sweep.ts";
import { FolderSnapshots } from "./snapshots/folder-snapshots.ts";
import { storedId } from "./stored-id.ts";
import { withDomainErrors } from "./system-errors.ts";
import { VolumeStates } from "./volume-states.ts";
import { checkedWorkerUrl } from "./worker-url.ts";
import { writableCheck } from "./writable.ts";

export interface FolderVolumesOptions {
  /** The folder of the host that holds all volumes. Made when absent. A relative path is resolved against the working directory. */
  readonly dir: string;
  /** The owner of new files and directories, where the sandbox runs as another user. Set both or none. Needs root. */
  readonly uid?: number;
  readonly gid?: number;
  /**
   * Whether a change survives a power cut once its call has resolved. Default true. False saves two flushes per write (0.2 to 20 ms
   * each); then a power cut may leave an older file, an empty one or none.
   */
  readonly durable?: boolean;
  /** Free disk space in MiB below which no new work is accepted (`overloaded`). Default: 1 GiB or 5 % of the disk, whichever is smaller. */
  readonly reserveMb?: number;
  /** The placement. Default: an id that is stored in the folder. */
  readonly placement?: string;
  readonly logger?: Logger;
  /** The URL of this package's built `snapshot-worker.js`, where a bundler has moved it. */
  readonly workerUrl?: URL;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

function ownerOf({ uid, gid }: FolderVolumesOptions): Owner | null {
  if (uid === undefined && gid === undefined) return null;
  if (uid === undefined || gid === undefined)
    throw new Error("folderVolumes received only one of uid and gid. Set both, or none.");
  return { uid, gid };
}

/** As `folderVolumes`, with another way to hold directories open. */
export function folderVolumesThrough(
  access: DirectoryAccess,
  options: FolderVolumesOptions,
): CompleteVolumeProvider {
  const { logger = silentLogger, clock = systemClock, durable = true } = options;
  const dir = resolve(options.dir);
  const owner = ownerOf(options);
  const flushes = new Flushes(durable);
  const checkWritable = writableCheck(dir, clock);
  const closing = new AbortController();
  const states = new VolumeStates(clock, logger, closing.signal);
  let preparing: Promise<Folders> | null = null;
  let sweeping: Promise<void> = Promise.resolve();

  let nextSweepAt = 0;

  /** Sweeps at the start and then once an hour, while the volumes are used. */
  function sweep(prepared: Folders): void {
    if (clock.monotonic() < nextSweepAt || closing.signal.aborted) return;
    nextSweepAt = Infinity;
    sweeping = prepared
      .sweep(clock.now(), closing.signal)
      .catch((error: unknown) => {
        logger.warn({ error }, "the leftovers of a crash could not be removed");
      })
      .finally(() => {
        nextSweepAt = clock.monotonic() + STALE_MS;
      });
  }

  async function folders(): Promise<Folders> {
    preparing ??= Folders.prepare(dir, access, owner, flushes).catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    const prepared = await preparing;
    sweep(prepared);
    return prepared;
  }

  const threads = new VolumeThreads(checkedWorkerUrl(options.workerUrl));

  function context(root: VolumeRoot, given: VolumeQuota): VolumeContext {
    const { changes, meter } = states.of(root);
    const quota = { bytes: given.maxBytes ?? Infinity, inodes: given.maxInodes ?? Infinity };
    return {
      root,
      changes,
      meter,
      quota,
      admit: (make) => meter.takeInode(quota, make),
      owner,
      flushes,
      clock,
    };
  }

  /** The running fills. Concurrent calls for the same volume share one. */
  const filling = new Map<string, Promise<void>>();

  function fillSealed(
    { sealed }: Folders,
    tenant: string,
    key: string,
    fill: (volume: Volume) => Promise<void>,
  ): Promise<void> {
    const path = sealed.path(tenant, key);
    const under = filling.get(path);
    if (under !== undefined) return under;
    const made = sealed
      .make(tenant, key, async (base) => {
        try {
          await fill(new FolderVolume(context({ access, base, prefix: [] }, {}), base));
        } finally {
          states.forget(base);
        }
      })
      .finally(() => filling.delete(path));
    filling.set(path, made);
    return made;
  }

  return {
    objects: folderObjects({ dir: join(dir, "objects"), durable, logger, clock }),

    placement: () =>
      withDomainErrors(
        async () =>
          options.placement ?? (await storedId((await folders()).dir, "placement", "place", flushes)),
      ),

    workspace: (workspaceId, quota = {}) =>
      withDomainErrors(async (): Promise<CompleteVolume> => {
        const prepared = await folders();
        const base = prepared.workspaceVolume(workspaceId);
        const root: VolumeRoot = { access, base, prefix: [] };
        if (!(await isOpenFolder(base))) {
          await prepared.makeWorkspace(workspaceId);
          await unlockRoot(root);
        }
        const own = context(root, quota);
        const snapshots = new FolderSnapshots({
          context: own,
          folder: prepared.snapshots(workspaceId),
          hasProc: access === procAccess,
          threads,
          queue: states.of(root).snapshots,
          deadTags: () => prepared.deadTags(),
        });
        return new FolderVolume(own, base, snapshots);
      }),

    shared: (tenant, { root: folder = "", ...quota } = {}) =>
      withDomainErrors(async (): Promise<CompleteVolume> => {
        const prefix = pathSegments(checkFolderPath(folder));
        const prepared = await folders();
        const root: VolumeRoot = { access, base: prepared.sharedVolume(tenant), prefix };
        const shared = context(root, quota);
        if (prefix.length > 0 || !(await isOpenFolder(root.base))) {
          await prepared.makeShared(tenant);
          await unlockRoot(root);
          const { directory } = await makeDirectories(root, [], shared);
          await directory[Symbol.asyncDispose]();
        }
        return new FolderVolume(shared, join(root.base, ...prefix));
      }),

    checkSpace: () =>
      withDomainErrors(async () => {
        await checkSpace(dir, options.reserveMb);
        await checkWritable();
      }),

    removeWorkspace: (workspaceId) =>
      withDomainErrors(async () => {
        const prepared = await folders();
        await prepared.removeWorkspace(workspaceId);
        states.forget(prepared.workspaceVolume(workspaceId));
      }),

    workspaceIds: () => withDomainErrors(async () => (await folders()).workspaceIds()),

    sealed: (tenant, key, fill) =>
      withDomainErrors(async (): Promise<CompleteVolume> => {
        const prepared = await folders();
        if (!(await prepared.sealed.has(tenant, key))) await fillSealed(prepared, tenant, key, fill);
        const base = prepared.sealed.path(tenant, key);
        return new FolderVolume(context({ access, base, prefix: [] }, {}), base);
      }),

    removeSealed: (tenant, key) =>
      withDomainErrors(async () => {
        const { sealed } = await folders();
        await sealed.remove(tenant, key);
        states.forget(sealed.path(tenant, key));
      }),

    sealedKeys: (tenant) => withDomainErrors(async () => (await folders()).sealed.keys(tenant)),

    async close() {
      closing.abort();
      await Promise.allSettled(filling.values());
      await threads.close();
      await sweeping;
      await (await preparing?.catch(() => null))?.close();
    },
  };
}

/**
 * Volumes in a folder of this host: `workspaces/<id>/files` and `workspaces/<id>/snapshots`, `shared/<tenant>`, sealed ones in
 * `skills/<tenant>/<key>`, the objects of snapshots in `objects`, and the id of the placement in `placement`. No operation reads, writes or removes anything outside of its
 * volume, whatever links programs make and swap meanwhile. Throws on Windows.
 */
export function folderVolumes(options: FolderVolumesOptions): CompleteVolumeProvider {
  return folderVolumesThrough(chooseAccess(), options);
}
