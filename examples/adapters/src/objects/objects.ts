import { createHash } from "node:crypto";
import { encryptedObjects, type ObjectStore } from "@workspace-agent/core/ports";
import { s3Objects } from "@workspace-agent/objects-s3";
import { folderObjects } from "@workspace-agent/volume-folder";

type Environment = Readonly<Record<string, string | undefined>>;

/** Encrypted objects in the bucket that the environment names; without one in a folder of this host. */
export function openObjects(env: Environment): ObjectStore {
  const store =
    env.BUCKET === undefined
      ? folderObjects({ dir: env.OBJECTS_DIR ?? "data/objects" })
      : s3Objects({
          endpoint: env.ENDPOINT ?? "https://s3.eu-central-1.amazonaws.com",
          region: env.REGION ?? "eu-central-1",
          bucket: env.BUCKET,
          prefix: "workspace-agent",
          style: "virtual-host",
          accessKeyId: env.ACCESS_KEY_ID ?? "",
          secretAccessKey: env.SECRET_ACCESS_KEY ?? "",
        });
  return encryptedObjects(store, env.SECRET_KEY ?? "");
}

/** Time from the put of an object to the moment at which something names it, by far. */
const GRACE_MS = 24 * 60 * 60 * 1_000;

/** Stores a content under its hash, and returns the key. One that is there is put again before a collector takes it for old. */
export async function keep(objects: ObjectStore, content: Uint8Array): Promise<string> {
  const key = `chunks/${createHash("sha256").update(content).digest("hex")}`;
  const outcome = await objects.put(key, content, { ifAbsent: true });
  if (!outcome.stored && outcome.present.modifiedAt < Date.now() - GRACE_MS / 2)
    await objects.put(key, content);
  return key;
}

/** The content of a key. */
export async function read(objects: ObjectStore, key: string): Promise<Uint8Array> {
  const found = await objects.get(key);
  if (found === null) throw new Error(`There is no object ${key}.`);
  return new Response(found.body).bytes();
}

/** Removes what nothing names and is older than the time that a writer may need; returns how many. */
export async function collect(
  objects: ObjectStore,
  named: ReadonlySet<string>,
  now = Date.now(),
): Promise<number> {
  let removed = 0;
  let after = "";
  for (let more = true; more;) {
    const page = await objects.list("chunks/", { after });
    const old = page.objects.filter(({ key, modifiedAt }) => !named.has(key) && modifiedAt < now - GRACE_MS);
    await objects.delete(old.map(({ key }) => key));
    removed += old.length;
    after = page.objects.at(-1)?.key ?? after;
    more = page.more;
  }
  return removed;
}
