import { collectBody, streamBytes } from "@workspace-agent/archives";
import { checkKeyPrefix, checkObjectKey } from "../../domain/objects/object-key.ts";
import { byteRange } from "../../domain/files/byte-range.ts";
import { type Clock, systemClock } from "../../ports/clock.ts";
import type { ObjectInfo, ObjectStore } from "../../ports/object-store.ts";
import { pageLimit } from "../../domain/objects/page-limit.ts";
import { cancelUnread, untilSignal } from "../../runtime/until-signal.ts";

interface StoredObject {
  readonly info: ObjectInfo;
  readonly bytes: Uint8Array;
}

/** Objects that are forgotten with the process, for tests. */
export function memoryObjects({ clock = systemClock }: { readonly clock?: Clock } = {}): ObjectStore {
  const objects = new Map<string, StoredObject>();

  return {
    async put(key, body, { ifAbsent = false, signal } = {}) {
      try {
        checkObjectKey(key);
        const present = () => (ifAbsent ? objects.get(key)?.info : undefined);
        const before = present();
        if (before !== undefined) return { stored: false, present: before };
        const bytes = await collectBody(untilSignal(body, signal), () => signal?.throwIfAborted());
        signal?.throwIfAborted();
        const meanwhile = present();
        if (meanwhile !== undefined) return { stored: false, present: meanwhile };
        objects.set(key, { info: { key, size: bytes.length, modifiedAt: clock.now() }, bytes });
        return { stored: true };
      } finally {
        await cancelUnread(body);
      }
    },

    async get(key, { range = {}, signal } = {}) {
      const found = objects.get(checkObjectKey(key));
      signal?.throwIfAborted();
      if (found === undefined) return null;
      const { start, stop } = byteRange(range, found.bytes.length);
      return { size: found.bytes.length, body: untilSignal(streamBytes(found.bytes, start, stop), signal) };
    },

    async head(key, { signal } = {}) {
      signal?.throwIfAborted();
      return objects.get(checkObjectKey(key))?.info ?? null;
    },

    async list(prefix, { after = "", limit, signal } = {}) {
      checkKeyPrefix(prefix);
      const most = pageLimit(limit);
      signal?.throwIfAborted();
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
      const page = keys.slice(0, most).flatMap((key) => objects.get(key)?.info ?? []);
      return { objects: page, more: keys.length > most };
    },

    async delete(keys, { signal } = {}) {
      for (const key of keys) checkObjectKey(key);
      signal?.throwIfAborted();
      for (const key of keys) objects.delete(key);
    },
  };
}
