import type { Stats } from "node:fs";
import { resolve } from "node:path";
import {
  byteRange,
  cancelUnread,
  checkKeyPrefix,
  checkObjectKey,
  type Clock,
  type Logger,
  pageLimit,
  silentLogger,
  streamBytes,
  systemClock,
  untilSignal,
  type ObjectInfo,
  type ObjectStore,
} from "@workspace-agent/core/ports";
import { Flushes } from "../directories/flushes.ts";
import { BodyFailure } from "../writing/body.ts";
import { fillFile } from "../writing/fill-file.ts";
import { objectBody } from "./object-body.ts";
import { withObjectErrors } from "./object-errors.ts";
import { ObjectFolder } from "./object-folder.ts";
import { walkKeys } from "./walk-keys.ts";

const STALE_MS = 3_600_000;
const MS_PER_S = 1_000;

export interface FolderObjectsOptions {
  /** The folder that holds the objects and nothing else. Made when absent. A relative path is resolved against the working directory. */
  readonly dir: string;
  /**
   * Whether an object survives a power cut once `put` has resolved. Default true. False saves some flushes; then a power cut may leave
   * an object that is not whole.
   */
  readonly durable?: boolean;
  readonly logger?: Logger;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

const infoOf = (key: string, { size, mtimeMs }: Stats): ObjectInfo => ({
  key,
  size,
  modifiedAt: Math.round(mtimeMs),
});

/**
 * Objects in a folder of this host, which several processes may share: `<dir>/packs/=0f/0f3a` is the object `packs/0f3a`. Only the
 * server writes to the folder. What a crash leaves of a put is never listed or read, and removed once it is an hour old.
 */
export function folderObjects(options: FolderObjectsOptions): ObjectStore {
  const { durable = true, logger = silentLogger, clock = systemClock } = options;
  const folder = new ObjectFolder(resolve(options.dir), new Flushes(durable));
  let nextSweepAt = 0;

  /** Removes leftovers before the first put and then once an hour. */
  async function sweep(): Promise<void> {
    if (clock.monotonic() < nextSweepAt) return;
    nextSweepAt = clock.monotonic() + STALE_MS;
    await folder.sweep(clock.now(), STALE_MS).catch((error: unknown) => {
      logger.warn({ error }, "the leftovers of a crash could not be removed");
    });
  }

  async function present(key: string): Promise<Stats | null> {
    const stats = await folder.stat(key);
    if (stats !== null) await folder.flushNames(key);
    return stats;
  }

  async function store(
    key: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    ifAbsent: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Stats | null> {
    try {
      return await folder.write(key, ifAbsent, async (handle) => {
        await fillFile(handle, untilSignal(body, signal), async () => signal?.throwIfAborted());
        const seconds = clock.now() / MS_PER_S;
        await handle.utimes(seconds, seconds);
        signal?.throwIfAborted();
      });
    } catch (error) {
      throw error instanceof BodyFailure ? error.reason : error;
    }
  }

  return {
    put: (key, body, { ifAbsent = false, signal } = {}) =>
      withObjectErrors(async () => {
        try {
          checkObjectKey(key);
          signal?.throwIfAborted();
          await sweep();
          const before = ifAbsent ? await present(key) : null;
          const found = before ?? (await store(key, body, ifAbsent, signal));
          return found === null ? { stored: true } : { stored: false, present: infoOf(key, found) };
        } finally {
          await cancelUnread(body);
        }
      }),

    get: (key, { range = {}, signal } = {}) =>
      withObjectErrors(async () => {
        checkObjectKey(key);
        signal?.throwIfAborted();
        const handle = await folder.open(key);
        if (handle === null) return null;
        let isStreamed = false;
        try {
          const { size } = await handle.stat();
          const { start, stop } = byteRange(range, size);
          if (start === stop) return { size, body: streamBytes(new Uint8Array(), 0, 0) };
          isStreamed = true;
          return { size, body: untilSignal(objectBody(handle, key, start, stop), signal) };
        } finally {
          if (!isStreamed) await handle.close();
        }
      }),

    head: (key, { signal } = {}) =>
      withObjectErrors(async () => {
        checkObjectKey(key);
        signal?.throwIfAborted();
        const stats = await folder.stat(key);
        return stats && infoOf(key, stats);
      }),

    list: (prefix, { after = "", limit, signal } = {}) =>
      withObjectErrors(async () => {
        checkKeyPrefix(prefix);
        const most = pageLimit(limit);
        const objects: ObjectInfo[] = [];
        for await (const key of walkKeys({ dir: folder.dir, prefix, after })) {
          signal?.throwIfAborted();
          if (objects.length === most) return { objects, more: true };
          const stats = await folder.stat(key);
          if (stats !== null) objects.push(infoOf(key, stats));
        }
        return { objects, more: false };
      }),

    delete: (keys, { signal } = {}) =>
      withObjectErrors(async () => {
        for (const key of keys) checkObjectKey(key);
        signal?.throwIfAborted();
        await folder.remove(keys);
      }),
  };
}
