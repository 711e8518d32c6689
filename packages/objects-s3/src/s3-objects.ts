import {
  cancelUnread,
  checkKeyPrefix,
  checkObjectKey,
  type ObjectStore,
  pageLimit,
} from "@workspace-agent/core/ports";
import { BodyParts } from "./body-parts.ts";
import { Deleting } from "./deleting.ts";
import { listObjects } from "./listing.ts";
import { settingsOf, type S3ObjectsOptions } from "./options.ts";
import { getObject, headObject } from "./reading.ts";
import { S3Client } from "./s3-client.ts";
import { Uploads } from "./uploads.ts";

/**
 * Objects in a bucket of an S3-compatible service. Requests that fail are repeated up to four times where that does no harm, with pauses; then the
 * store is `overloaded`. Throws an error for options that cannot be right.
 */
export function s3Objects(options: S3ObjectsOptions): ObjectStore {
  const settings = settingsOf(options);
  const client = new S3Client(settings);
  const deleting = new Deleting(client);
  const uploads = new Uploads(client, settings);
  const pathOf = (key: string) => settings.prefix + checkObjectKey(key);
  const locate = (key: string, signal: AbortSignal | undefined) => ({ key, path: pathOf(key), signal });

  return {
    async put(key, body, { ifAbsent = false, signal } = {}) {
      try {
        const located = locate(key, signal);
        signal?.throwIfAborted();
        const before = ifAbsent ? await headObject(client, located) : null;
        if (before !== null) return { stored: false, present: before };
        const parts = new BodyParts(body, settings.partBytes, signal);
        const present = await uploads.store({ ...located, ifAbsent }, parts).finally(() => parts.end());
        return present === null ? { stored: true } : { stored: false, present };
      } finally {
        await cancelUnread(body);
      }
    },

    async get(key, { range, signal } = {}) {
      return getObject(client, locate(key, signal), range);
    },

    async head(key, { signal } = {}) {
      return headObject(client, locate(key, signal));
    },

    async list(prefix, { after = "", limit, signal } = {}) {
      checkKeyPrefix(prefix);
      return listObjects(client, { root: settings.prefix, prefix, after, limit: pageLimit(limit), signal });
    },

    async delete(keys, { signal } = {}) {
      await deleting.remove(keys.map(pathOf), signal);
    },
  };
}
