import { join, resolve } from "node:path";
import { pathSegments } from "@workspace-agent/core/internal";
import { silentLogger, systemClock } from "@workspace-agent/core";
import type { Clock, Logger, VolumeProvider } from "@workspace-agent/core";
import type { Volume, VolumeBaselines, VolumeQuota } from "@workspace-agent/core/ports";
import { BaselineThreads } from "./baselines/baseline-threads.ts";
import { FolderBaselines } from "./baselines/folder-baselines.ts";
import type { VolumeContext } from "./context.ts";
import { chooseAccess } from "./directories/choose-access.ts";
import { Flushes } from "./directories/flushes.ts";
import { makeDirectories, type Owner, type VolumeRoot } from "./directories/descend.ts";
import type { DirectoryAccess } from "./directories/held-directory.ts";
import { isOpenFolder, unlockRoot } from "./directories/unlock.ts";
import { procAccess } from "./directories/proc-access.ts";
import { checkFolderPath } from "./entries/kept-names.ts";
import { FolderVolume } from "./folder-volume.ts";
import { Folders } from "./folders.ts";
import { keptPlacement } from "./placement.ts";
import { checkSpace } from "./quota/check-space.ts";
import { STALE_MS } from "./removing/sweep.ts";
import { toDomainError } from "./system-errors.ts";
import { VolumeStates } from "./volume-states.ts";
import { defaultWorkerUrl } from "./worker-url.ts";
import { writableCheck } from "./writable.ts";

export interface FolderVolumesOptions {
  /** The folder of the host that holds all volumes; made when absent. A relative one is below the working directory. */
  readonly dir: string;
  /** Who files and directories that are made belong to, when the sandbox runs as another user. Needs a server that may give files away (root). Both or none. */
  readonly uid?: number;
  readonly gid?: number;
  /**
   * Wait for the disk: what was written, made, moved, removed or committed is so after a power cut too, once the call has resolved. Default
   * true. False spares two flushes for each write (0.2 to 20 ms each); then a power cut may leave an older file, an empty one or none.
   */
  readonly durable?: boolean;
  /** What is kept free of the disk, in MiB: below it no new work is accepted (`overloaded`). Default: 1 GiB or 5 % of the disk, whichever is smaller. */
  readonly reserveMb?: number;
  /** The placement, instead of the id that is kept in the folder. */
  readonly placement?: string;
  readonly logger?: Logger;
  /** The built `baseline-worker.js` of this package, where a bundler has moved it. */
  readonly workerUrl?: URL;
  /** What ages are measured by. Default: the system's. */
  readonly clock?: Clock;
}

function ownerOf({ uid, gid }: FolderVolumesOptions): Owner | null {
  if (uid === undefined && gid === undefined) return null;
  if (uid === undefined || gid === undefined)
    throw new Error("folderVolumes needs both uid and gid, or none.");
  return { uid, gid };
}

/** System errors name paths of the host: none leaves. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toDomainError(error);
  }
}

/** As `folderVolumes`, with a way to hold directories that is not this system's own. */
export function folderVolumesThrough(access: DirectoryAccess, options: FolderVolumesOptions): VolumeProvider {
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

  /** At the start, when all goes that processes which are gone have left, and then once an hour while the volumes are used. */
  function sweep(prepared: Folders): void {
    if (clock.monotonic() < nextSweepAt || closing.signal.aborted) return;
    nextSweepAt = Infinity;
    sweeping = prepared
      .sweep(clock.now(), closing.signal)
      .catch((error: unknown) => {
        logger.warn({ error }, "what was cut off and left behind could not be removed");
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

  const threads = new BaselineThreads(options.workerUrl ?? defaultWorkerUrl());

  function baselinesOf(root: VolumeRoot, dir: string): VolumeBaselines {
    const hasProc = access === procAccess;
    return new FolderBaselines({
      root,
      dir,
      hasProc,
      threads,
      clock,
      durable,
      known: states.knownBaselines(root.base),
    });
  }

  function context(
    root: VolumeRoot,
    given: VolumeQuota,
    baselines: VolumeBaselines | null = null,
  ): VolumeContext {
    const meter = states.meter(root);
    const quota = { bytes: given.maxBytes ?? Infinity, inodes: given.maxInodes ?? Infinity };
    return {
      baselines,
      root,
      changes: states.changes(root),
      meter,
      quota,
      admit: (make) => meter.takeInode(quota, make),
      owner,
      flushes,
      clock,
    };
  }

  /** The fills under way: who asks for the same volume meanwhile waits for the same one. */
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
    placement: () =>
      guarded(async () => options.placement ?? (await keptPlacement((await folders()).dir, flushes))),

    workspace: (workspaceId, quota = {}) =>
      guarded(async (): Promise<Volume> => {
        const prepared = await folders();
        const base = prepared.workspaceVolume(workspaceId);
        const root: VolumeRoot = { access, base, prefix: [] };
        if (!(await isOpenFolder(base))) {
          await prepared.makeWorkspace(workspaceId);
          await unlockRoot(root);
        }
        const baselines = baselinesOf(root, prepared.baselines(workspaceId));
        return new FolderVolume(context(root, quota, baselines), base);
      }),

    shared: (tenant, { root: folder = "", ...quota } = {}) =>
      guarded(async (): Promise<Volume> => {
        const prefix = pathSegments(checkFolderPath(folder));
        const prepared = await folders();
        const root: VolumeRoot = { access, base: prepared.sharedVolume(tenant), prefix };
        const shared = context(root, quota);
        if (prefix.length > 0 || !(await isOpenFolder(root.base))) {
          await prepared.makeShared(tenant);
          await unlockRoot(root);
          const { directory } = await makeDirectories(root, [], shared);
          await directory.close();
        }
        return new FolderVolume(shared, join(root.base, ...prefix));
      }),

    checkSpace: () =>
      guarded(async () => {
        await checkSpace(dir, options.reserveMb);
        await checkWritable();
      }),

    removeWorkspace: (workspaceId) =>
      guarded(async () => {
        const prepared = await folders();
        await prepared.removeWorkspace(workspaceId);
        states.forget(prepared.workspaceVolume(workspaceId));
      }),

    sealed: (tenant, key, fill) =>
      guarded(async (): Promise<Volume> => {
        const prepared = await folders();
        if (!(await prepared.sealed.has(tenant, key))) await fillSealed(prepared, tenant, key, fill);
        const base = prepared.sealed.path(tenant, key);
        return new FolderVolume(context({ access, base, prefix: [] }, {}), base);
      }),

    removeSealed: (tenant, key) =>
      guarded(async () => {
        const { sealed } = await folders();
        await sealed.remove(tenant, key);
        states.forget(sealed.path(tenant, key));
      }),

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
 * Volumes in a folder of this host: `workspaces/<id>/files` (and `baselines` beside it), `shared/<tenant>`, sealed ones in `skills/<tenant>/<key>`, and the id of
 * the placement in `placement`. Nothing outside of a volume is read, written or removed through it, whatever links its files hold
 * and whatever happens to them meanwhile. Throws on Windows.
 */
export function folderVolumes(options: FolderVolumesOptions): VolumeProvider {
  return folderVolumesThrough(chooseAccess(), options);
}
