import { checkObjectKey } from "../domain/objects/object-key.ts";
import type { ObjectInfo, ObjectStore } from "../ports/object-store.ts";

/**
 * The objects of `store` whose keys begin with `prefix`, such as `w/ws_1`, and a slash, without both. No key leads to another object.
 * Keys are shorter by as much: the limit of `store` applies to its own.
 */
export function prefixedObjects(store: ObjectStore, prefix: string): ObjectStore {
  const top = `${checkObjectKey(prefix.replace(/\/$/, ""))}/`;
  const withoutTop = (info: ObjectInfo): ObjectInfo => ({ ...info, key: info.key.slice(top.length) });

  return {
    async put(key, body, options) {
      const outcome = await store.put(top + key, body, options);
      return outcome.stored ? outcome : { stored: false, present: withoutTop(outcome.present) };
    },

    get: (key, options) => store.get(top + key, options),

    async head(key, options) {
      const info = await store.head(top + key, options);
      return info && withoutTop(info);
    },

    async list(below, { after = "", ...options } = {}) {
      const { objects, more } = await store.list(top + below, { ...options, after: top + after });
      return { objects: objects.map(withoutTop), more };
    },

    async delete(keys, options) {
      await store.delete(
        keys.map((key) => top + key),
        options,
      );
    },
  };
}
